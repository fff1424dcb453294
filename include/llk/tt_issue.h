/* SPDX-License-Identifier: Apache-2.0
 *
 * tt_issue.h - every TT_X(...) issues TT_OP_X(...). Generated from lib/isa/blackhole.def by
 * `make generate`; prelude.h includes it after LLK's ckernel_ops.h. */
#pragma once

#undef TT_MOP
#define TT_MOP(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MOP(__VA_ARGS__))
#undef TT_NOP
#define TT_NOP stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_NOP)
#undef TT_MOP_CFG
#define TT_MOP_CFG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MOP_CFG(__VA_ARGS__))
#undef TT_REPLAY
#define TT_REPLAY(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_REPLAY(__VA_ARGS__))
#undef TT_RESOURCEDECL
#define TT_RESOURCEDECL(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_RESOURCEDECL(__VA_ARGS__))
#undef TT_MOVD2A
#define TT_MOVD2A(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MOVD2A(__VA_ARGS__))
#undef TT_MOVDBGA2D
#define TT_MOVDBGA2D(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MOVDBGA2D(__VA_ARGS__))
#undef TT_MOVD2B
#define TT_MOVD2B(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MOVD2B(__VA_ARGS__))
#undef TT_MOVB2A
#define TT_MOVB2A(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MOVB2A(__VA_ARGS__))
#undef TT_MOVDBGB2D
#define TT_MOVDBGB2D(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MOVDBGB2D(__VA_ARGS__))
#undef TT_ZEROACC
#define TT_ZEROACC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ZEROACC(__VA_ARGS__))
#undef TT_ZEROSRC
#define TT_ZEROSRC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ZEROSRC(__VA_ARGS__))
#undef TT_MOVA2D
#define TT_MOVA2D(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MOVA2D(__VA_ARGS__))
#undef TT_MOVB2D
#define TT_MOVB2D(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MOVB2D(__VA_ARGS__))
#undef TT_TRNSPSRCA
#define TT_TRNSPSRCA stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_TRNSPSRCA)
#undef TT_RAREB
#define TT_RAREB stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_RAREB)
#undef TT_TRNSPSRCB
#define TT_TRNSPSRCB stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_TRNSPSRCB)
#undef TT_SHIFTXA
#define TT_SHIFTXA(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SHIFTXA(__VA_ARGS__))
#undef TT_SHIFTXB
#define TT_SHIFTXB(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SHIFTXB(__VA_ARGS__))
#undef TT_SETASHRMH0
#define TT_SETASHRMH0(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETASHRMH0(__VA_ARGS__))
#undef TT_SETASHRMH1
#define TT_SETASHRMH1(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETASHRMH1(__VA_ARGS__))
#undef TT_SETASHRMV
#define TT_SETASHRMV(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETASHRMV(__VA_ARGS__))
#undef TT_SETPKEDGOF
#define TT_SETPKEDGOF(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETPKEDGOF(__VA_ARGS__))
#undef TT_SETASHRMH
#define TT_SETASHRMH(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETASHRMH(__VA_ARGS__))
#undef TT_CLREXPHIST
#define TT_CLREXPHIST stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_CLREXPHIST)
#undef TT_CONV3S1
#define TT_CONV3S1(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_CONV3S1(__VA_ARGS__))
#undef TT_CONV3S2
#define TT_CONV3S2(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_CONV3S2(__VA_ARGS__))
#undef TT_MPOOL3S1
#define TT_MPOOL3S1(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MPOOL3S1(__VA_ARGS__))
#undef TT_APOOL3S1
#define TT_APOOL3S1(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_APOOL3S1(__VA_ARGS__))
#undef TT_MVMUL
#define TT_MVMUL(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MVMUL(__VA_ARGS__))
#undef TT_ELWMUL
#define TT_ELWMUL(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ELWMUL(__VA_ARGS__))
#undef TT_ELWADD
#define TT_ELWADD(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ELWADD(__VA_ARGS__))
#undef TT_DOTPV
#define TT_DOTPV(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_DOTPV(__VA_ARGS__))
#undef TT_ELWSUB
#define TT_ELWSUB(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ELWSUB(__VA_ARGS__))
#undef TT_MPOOL3S2
#define TT_MPOOL3S2(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MPOOL3S2(__VA_ARGS__))
#undef TT_APOOL3S2
#define TT_APOOL3S2(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_APOOL3S2(__VA_ARGS__))
#undef TT_GMPOOL
#define TT_GMPOOL(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_GMPOOL(__VA_ARGS__))
#undef TT_GAPOOL
#define TT_GAPOOL(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_GAPOOL(__VA_ARGS__))
#undef TT_GATESRCRST
#define TT_GATESRCRST(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_GATESRCRST(__VA_ARGS__))
#undef TT_CLEARDVALID
#define TT_CLEARDVALID(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_CLEARDVALID(__VA_ARGS__))
#undef TT_SETRWC
#define TT_SETRWC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETRWC(__VA_ARGS__))
#undef TT_INCRWC
#define TT_INCRWC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_INCRWC(__VA_ARGS__))
#undef TT_SETIBRWC
#define TT_SETIBRWC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETIBRWC(__VA_ARGS__))
#undef TT_MFCONV3S1
#define TT_MFCONV3S1(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MFCONV3S1(__VA_ARGS__))
#undef TT_XMOV
#define TT_XMOV(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_XMOV(__VA_ARGS__))
#undef TT_PACR
#define TT_PACR(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_PACR(__VA_ARGS__))
#undef TT_UNPACR
#define TT_UNPACR(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_UNPACR(__VA_ARGS__))
#undef TT_UNPACR_NOP
#define TT_UNPACR_NOP(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_UNPACR_NOP(__VA_ARGS__))
#undef TT_RSTDMA
#define TT_RSTDMA stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_RSTDMA)
#undef TT_SETDMAREG
#define TT_SETDMAREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETDMAREG(__VA_ARGS__))
#undef TT_FLUSHDMA
#define TT_FLUSHDMA(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_FLUSHDMA(__VA_ARGS__))
#undef TT_REG2FLOP
#define TT_REG2FLOP(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_REG2FLOP(__VA_ARGS__))
#undef TT_LOADIND
#define TT_LOADIND(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_LOADIND(__VA_ARGS__))
#undef TT_PACR_SETREG
#define TT_PACR_SETREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_PACR_SETREG(__VA_ARGS__))
#undef TT_TBUFCMD
#define TT_TBUFCMD stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_TBUFCMD)
#undef TT_SETADC
#define TT_SETADC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETADC(__VA_ARGS__))
#undef TT_SETADCXY
#define TT_SETADCXY(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETADCXY(__VA_ARGS__))
#undef TT_INCADCXY
#define TT_INCADCXY(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_INCADCXY(__VA_ARGS__))
#undef TT_ADDRCRXY
#define TT_ADDRCRXY(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ADDRCRXY(__VA_ARGS__))
#undef TT_SETADCZW
#define TT_SETADCZW(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETADCZW(__VA_ARGS__))
#undef TT_INCADCZW
#define TT_INCADCZW(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_INCADCZW(__VA_ARGS__))
#undef TT_ADDRCRZW
#define TT_ADDRCRZW(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ADDRCRZW(__VA_ARGS__))
#undef TT_SETDVALID
#define TT_SETDVALID(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETDVALID(__VA_ARGS__))
#undef TT_ADDDMAREG
#define TT_ADDDMAREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ADDDMAREG(__VA_ARGS__))
#undef TT_SUBDMAREG
#define TT_SUBDMAREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SUBDMAREG(__VA_ARGS__))
#undef TT_MULDMAREG
#define TT_MULDMAREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_MULDMAREG(__VA_ARGS__))
#undef TT_BITWOPDMAREG
#define TT_BITWOPDMAREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_BITWOPDMAREG(__VA_ARGS__))
#undef TT_SHIFTDMAREG
#define TT_SHIFTDMAREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SHIFTDMAREG(__VA_ARGS__))
#undef TT_CMPDMAREG
#define TT_CMPDMAREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_CMPDMAREG(__VA_ARGS__))
#undef TT_SETADCXX
#define TT_SETADCXX(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETADCXX(__VA_ARGS__))
#undef TT_DMANOP
#define TT_DMANOP stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_DMANOP)
#undef TT_ATINCGET
#define TT_ATINCGET(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ATINCGET(__VA_ARGS__))
#undef TT_ATINCGETPTR
#define TT_ATINCGETPTR(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ATINCGETPTR(__VA_ARGS__))
#undef TT_ATSWAP
#define TT_ATSWAP(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ATSWAP(__VA_ARGS__))
#undef TT_ATCAS
#define TT_ATCAS(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ATCAS(__VA_ARGS__))
#undef TT_STOREIND
#define TT_STOREIND(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_STOREIND(__VA_ARGS__))
#undef TT_STOREREG
#define TT_STOREREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_STOREREG(__VA_ARGS__))
#undef TT_LOADREG
#define TT_LOADREG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_LOADREG(__VA_ARGS__))
#undef TT_SFPLOAD
#define TT_SFPLOAD(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPLOAD(__VA_ARGS__))
#undef TT_SFPLOADI
#define TT_SFPLOADI(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPLOADI(__VA_ARGS__))
#undef TT_SFPSTORE
#define TT_SFPSTORE(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPSTORE(__VA_ARGS__))
#undef TT_SFPLUT
#define TT_SFPLUT(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPLUT(__VA_ARGS__))
#undef TT_SFPMULI
#define TT_SFPMULI(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPMULI(__VA_ARGS__))
#undef TT_SFPADDI
#define TT_SFPADDI(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPADDI(__VA_ARGS__))
#undef TT_SFPDIVP2
#define TT_SFPDIVP2(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPDIVP2(__VA_ARGS__))
#undef TT_SFPEXEXP
#define TT_SFPEXEXP(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPEXEXP(__VA_ARGS__))
#undef TT_SFPEXMAN
#define TT_SFPEXMAN(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPEXMAN(__VA_ARGS__))
#undef TT_SFPIADD
#define TT_SFPIADD(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPIADD(__VA_ARGS__))
#undef TT_SFPSHFT
#define TT_SFPSHFT(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPSHFT(__VA_ARGS__))
#undef TT_SFPSETCC
#define TT_SFPSETCC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPSETCC(__VA_ARGS__))
#undef TT_SFPMOV
#define TT_SFPMOV(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPMOV(__VA_ARGS__))
#undef TT_SFPABS
#define TT_SFPABS(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPABS(__VA_ARGS__))
#undef TT_SFPAND
#define TT_SFPAND(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPAND(__VA_ARGS__))
#undef TT_SFPOR
#define TT_SFPOR(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPOR(__VA_ARGS__))
#undef TT_SFPNOT
#define TT_SFPNOT(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPNOT(__VA_ARGS__))
#undef TT_SFPLZ
#define TT_SFPLZ(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPLZ(__VA_ARGS__))
#undef TT_SFPSETEXP
#define TT_SFPSETEXP(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPSETEXP(__VA_ARGS__))
#undef TT_SFPSETMAN
#define TT_SFPSETMAN(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPSETMAN(__VA_ARGS__))
#undef TT_SFPMAD
#define TT_SFPMAD(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPMAD(__VA_ARGS__))
#undef TT_SFPADD
#define TT_SFPADD(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPADD(__VA_ARGS__))
#undef TT_SFPMUL
#define TT_SFPMUL(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPMUL(__VA_ARGS__))
#undef TT_SFPPUSHC
#define TT_SFPPUSHC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPPUSHC(__VA_ARGS__))
#undef TT_SFPPOPC
#define TT_SFPPOPC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPPOPC(__VA_ARGS__))
#undef TT_SFPSETSGN
#define TT_SFPSETSGN(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPSETSGN(__VA_ARGS__))
#undef TT_SFPENCC
#define TT_SFPENCC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPENCC(__VA_ARGS__))
#undef TT_SFPCOMPC
#define TT_SFPCOMPC(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPCOMPC(__VA_ARGS__))
#undef TT_SFPTRANSP
#define TT_SFPTRANSP(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPTRANSP(__VA_ARGS__))
#undef TT_SFPXOR
#define TT_SFPXOR(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPXOR(__VA_ARGS__))
#undef TT_SFP_STOCH_RND
#define TT_SFP_STOCH_RND(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFP_STOCH_RND(__VA_ARGS__))
#undef TT_SFPNOP
#define TT_SFPNOP stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPNOP)
#undef TT_SFPCAST
#define TT_SFPCAST(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPCAST(__VA_ARGS__))
#undef TT_SFPCONFIG
#define TT_SFPCONFIG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPCONFIG(__VA_ARGS__))
#undef TT_SFPSWAP
#define TT_SFPSWAP(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPSWAP(__VA_ARGS__))
#undef TT_SFPLOADMACRO
#define TT_SFPLOADMACRO(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPLOADMACRO(__VA_ARGS__))
#undef TT_SFPSHFT2
#define TT_SFPSHFT2(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPSHFT2(__VA_ARGS__))
#undef TT_SFPLUTFP32
#define TT_SFPLUTFP32(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPLUTFP32(__VA_ARGS__))
#undef TT_SFPLE
#define TT_SFPLE(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPLE(__VA_ARGS__))
#undef TT_SFPGT
#define TT_SFPGT(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPGT(__VA_ARGS__))
#undef TT_SFPMUL24
#define TT_SFPMUL24(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPMUL24(__VA_ARGS__))
#undef TT_SFPARECIP
#define TT_SFPARECIP(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SFPARECIP(__VA_ARGS__))
#undef TT_ATGETM
#define TT_ATGETM(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ATGETM(__VA_ARGS__))
#undef TT_ATRELM
#define TT_ATRELM(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_ATRELM(__VA_ARGS__))
#undef TT_STALLWAIT
#define TT_STALLWAIT(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_STALLWAIT(__VA_ARGS__))
#undef TT_SEMINIT
#define TT_SEMINIT(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SEMINIT(__VA_ARGS__))
#undef TT_SEMPOST
#define TT_SEMPOST(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SEMPOST(__VA_ARGS__))
#undef TT_SEMGET
#define TT_SEMGET(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SEMGET(__VA_ARGS__))
#undef TT_SEMWAIT
#define TT_SEMWAIT(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SEMWAIT(__VA_ARGS__))
#undef TT_STREAMWAIT
#define TT_STREAMWAIT(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_STREAMWAIT(__VA_ARGS__))
#undef TT_WRCFG
#define TT_WRCFG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_WRCFG(__VA_ARGS__))
#undef TT_RDCFG
#define TT_RDCFG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_RDCFG(__VA_ARGS__))
#undef TT_SETC16
#define TT_SETC16(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_SETC16(__VA_ARGS__))
#undef TT_RMWCIB0
#define TT_RMWCIB0(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_RMWCIB0(__VA_ARGS__))
#undef TT_RMWCIB1
#define TT_RMWCIB1(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_RMWCIB1(__VA_ARGS__))
#undef TT_RMWCIB2
#define TT_RMWCIB2(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_RMWCIB2(__VA_ARGS__))
#undef TT_RMWCIB3
#define TT_RMWCIB3(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_RMWCIB3(__VA_ARGS__))
#undef TT_STREAMWRCFG
#define TT_STREAMWRCFG(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_STREAMWRCFG(__VA_ARGS__))
#undef TT_CFGSHIFTMASK
#define TT_CFGSHIFTMASK(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_CFGSHIFTMASK(__VA_ARGS__))
