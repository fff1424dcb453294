# LLK: comparison with a user's checkout.

.PHONY: check-llk
check-llk: ## every TT_OP_ value against a user's checkout; TT_LLK=dir
	@tools/check-llk.sh "$(TT_LLK)"
