# SPDX-License-Identifier: Apache-2.0
# Checks the variables of make's command line before anything is made: awk -f tools/variables.awk GOALS="goal ..." NAME=value...
# Prints what is wrong to standard error, and to standard output the word "wrong".
#
# Which variables there are follows from the makefiles: a name that they define or read, or that a tool reads from the
# environment. Which of them a goal can use follows from them too: what its line, its comment and its recipe name, and in turn what
# the definitions of these names, the goals that they make and the scripts that they run name. A call of make that sets a variable
# hides it from what it makes. A variable that makefiles read and no comment or table speaks of, such as an option of the
# compiler, may be given to every goal. mk/variables.tsv says which values there are.
BEGIN {
    for (i = 1; i < ARGC; i++) {
        at = index(ARGV[i], "=")
        name = substr(ARGV[i], 1, at - 1)
        value[name] = substr(ARGV[i], at + 1)
        is_given[name] = 1
        there_is[name] = value[name] != "" && value[name] != "0"
        if (name != "GOALS") given[++count] = name
        ARGV[i] = ""
    }
    goals = split(value["GOALS"], goal, " ")
    delete value["GOALS"]
    files = split(list("ls Makefile mk/*.mk"), file, "\n")
    for (f = 1; f <= files; f++) read_makefile(file[f])
    read_table("mk/variants.tsv")
    read_table("mk/variables.tsv")
    for (v = 1; v <= count; v++) if (!is_refused(given[v])) check(given[v])
    if (!wrong) for (r = 1; r <= rules; r++) check_rule(r)
    if (wrong) print "wrong"
    exit
}

function list(command,    text, row) {
    while ((command | getline row) > 0) text = text row "\n"
    close(command)
    sub(/\n$/, "", text)
    return text
}

function complain(text) {
    print "make: " text | "cat >&2"
    wrong = 1
}

# ---- the makefiles ------------------------------------------------------------------------------------

# Text of goals and of variables, by name; a variable that is defined under a condition also depends on what that reads.
function read_makefile(path,    row, line, part, comment, words, word, i, here, depth, condition) {
    here = ""
    while ((getline row < path) > 0) {
        line = row
        while (line ~ /\\$/ && (getline row < path) > 0) line = substr(line, 1, length(line) - 1) " " row
        if (line ~ /^\t/) {
            words = split(here, word, " ")
            for (i = 1; i <= words; i++) text[word[i]] = text[word[i]] "\n" line
            names_in(line)
            continue
        }
        if (line ~ /^[ ]*(ifeq|ifneq|ifdef)/) { condition[++depth] = line; names_in(line); continue }
        if (line ~ /^[ ]*endif/) { delete condition[depth--]; continue }
        if (line ~ /^[ ]*#/ || line ~ /^[ ]*else/) continue
        names_in(line)
        here = ""
        if (line ~ /^ *(override |export |define )*[A-Za-z_][A-Za-z0-9_]* *[:?+]?=/ || line ~ /^define /) {
            part = line
            sub(/^ *(override |export |define )*/, "", part)
            match(part, /^[A-Za-z_][A-Za-z0-9_]*/)
            name = substr(part, 1, RLENGTH)
            part = substr(part, RLENGTH + 1)
            known[name] = 1
            while (line ~ /^define / && (getline row < path) > 0 && row !~ /^endef/) { part = part " " row; names_in(row) }
            for (i = 1; i <= depth; i++) part = part " " condition[i]
            definition[name] = definition[name] " " part
        } else if (line ~ /^[a-z][a-z0-9 -]*:([^=]|$)/) {
            here = line
            sub(/:.*/, "", here)
            words = split(here, word, " ")
            part = comment = line
            sub(/^[^:]*:/, "", part)
            sub(/#.*/, "", part)
            sub(/^[^#]*/, "", comment)
            for (i = 1; i <= words; i++) {
                text[word[i]] = text[word[i]] "\n" part
                documented(word[i], comment)
            }
        }
    }
    close(path)
}

# Names that are read: $(NAME), ${NAME}, $(call NAME, and as words of $(foreach.
function names_in(line) {
    while (match(line, /[A-Z][A-Z0-9_]*/)) {
        if (RSTART > 1 && substr(line, RSTART - 1, 1) ~ /[({ ,]/) mentioned[substr(line, RSTART, RLENGTH)] = 1
        if (RSTART > 2 && substr(line, RSTART - 2, 2) ~ /\$[({]/) known[substr(line, RSTART, RLENGTH)] = 1
        line = substr(line, RSTART + RLENGTH)
    }
}

# NAME= in the comment of a goal.
function documented(name, comment) {
    while (match(comment, /[A-Z][A-Z0-9_]*=/)) {
        option[substr(comment, RSTART, RLENGTH - 1)] = 1
        offers[name, substr(comment, RSTART, RLENGTH - 1)] = 1
        comment = substr(comment, RSTART + RLENGTH)
    }
}

# ---- what a goal can use ------------------------------------------------------------------------------

function uses(of, name) {
    delete seen
    return (of, name) in offers || finds(of, name)
}

function finds(of, name,    commands, command, i, own) {
    if (of in seen) return 0
    seen[of] = 1
    own = text[of]
    gsub(/&&|\|\||;|\|/, "\n\t", own)
    commands = split(own, command, "\n")
    for (i = 1; i <= commands; i++) if (in_command(command[i], name)) return 1
    return 0
}

# Goals are prerequisites, or arguments of make or of a function, in a command that begins with a tab. A call of make with
# NAME=other hides the name from the goals that it makes.
function in_command(line, name,    words, word, i, hidden) {
    hidden = line ~ /^\t/ && (line !~ /\$\(MAKE\)|\$\(call / || (" " line) ~ ("[ (]" name "="))
    gsub(name "=", " ", line)
    words = split(line, word, /[^A-Za-z0-9_.\/-]+/)
    for (i = 1; i <= words; i++) {
        if (word[i] == name) return 1
        if (word[i] in definition && in_definition(word[i], name)) return 1
        if (!hidden && word[i] in text && finds(word[i], name)) return 1
        if (word[i] ~ /^(tools|tests)\/.*\.(sh|py|txt)$/ && in_script(word[i], name)) return 1
    }
    return 0
}

function in_definition(of, name) {
    if (("$" of) in seen) return 0
    seen["$" of] = 1
    return in_command("\t" definition[of], name)
}

function in_script(path, name,    row, found) {
    if (path in seen) return 0
    seen[path] = 1
    while (!found && (getline row < path) > 0) found = row ~ ("\\$[{]?" name "([^A-Z0-9_]|$)") || row ~ ("environ.*[\"']" name "[\"']")
    close(path)
    return found
}

# ---- names ------------------------------------------------------------------------------------------

function check(name,    i, best, used) {
    if (!(name in known) && !from_environment(name)) {
        best = nearest(name)
        complain("no variable " name (best ? "; did you mean " best "?" : "; make help lists the targets with their variables"))
        return
    }
    if (!(name in option)) return
    for (i = 1; i <= goals; i++) used = used || goal[i] !~ /^[a-z][a-z0-9-]*$/ || uses(goal[i], name)
    if (!used) complain("make " named() " does not use " name "=" value[name])
}

function named(    i, all) {
    for (i = 1; i <= goals; i++) all = all (i > 1 ? " " : "") goal[i]
    return all
}

# Read by a tool alone.
function from_environment(name) {
    if (name !~ /^[A-Z][A-Z0-9_]*$/) return 0
    return list("grep -rlE '(environ.*[\"'\\'']|\\$[{]?)" name "([^A-Z0-9_]|$)' tools tests --include='*.py' --include='*.sh' --include='*.txt' | head -n 1") != ""
}

# The name of the least distance; of several one that the goal offers, or any goal.
function nearest(name,    other, d, best, least, i) {
    least = 100
    for (other in known) {
        if (other !~ /^[A-Z][A-Z0-9_]*$/) continue
        d = 4 * distance(toupper(name), other) - 2 * (other in option)
        for (i = 1; i <= goals; i++) d -= (goal[i], other) in offers
        if (d < least || (d == least && other < best)) { least = d; best = other }
    }
    return least <= 4 * (length(name) > 5 ? 2 : length(name) > 2 ? 1 : 0) || least <= 5 ? best : ""
}

# Insertions, removals and changes of a letter, and exchanges of two neighbours.
function distance(a, b,    i, j, d, best) {
    for (i = 0; i <= length(a); i++) d[i, 0] = i
    for (j = 0; j <= length(b); j++) d[0, j] = j
    for (i = 1; i <= length(a); i++) {
        for (j = 1; j <= length(b); j++) {
            best = d[i - 1, j - 1] + (substr(a, i, 1) != substr(b, j, 1))
            if (d[i - 1, j] + 1 < best) best = d[i - 1, j] + 1
            if (d[i, j - 1] + 1 < best) best = d[i, j - 1] + 1
            if (i > 1 && j > 1 && substr(a, i, 1) == substr(b, j - 1, 1) && substr(a, i - 1, 1) == substr(b, j, 1) &&
                d[i - 2, j - 2] + 1 < best) best = d[i - 2, j - 2] + 1
            d[i, j] = best
        }
    }
    return d[length(a), length(b)]
}

# ---- values: mk/variables.tsv -------------------------------------------------------------------------

function read_table(path,    row, cell, cells) {
    while ((getline row < path) > 0) {
        cells = split(row, cell, "\t")
        if (row ~ /^#/ || row == "") continue
        if (path ~ /variants/) { if (cell[1] ~ /^[A-Z]+$/) option[cell[1]] = 1; continue }
        rules++
        rule_goals[rules] = cell[1]; rule_name[rules] = cell[2]; rule[rules] = cell[3]; argument[rules] = cell[4]
        if (cell[3] != "free") option[cell[2]] = known[cell[2]] = 1
        else delete option[cell[2]]
    }
    close(path)
}

function applies(patterns,    words, word, i, g, no) {
    words = split(patterns, word, " ")
    for (i = 1; i <= words; i++) {
        if (word[i] == "*") return 1
        no = sub(/^!/, "", word[i])
        for (g = 1; g <= goals; g++) if (goal[g] == word[i]) return !no
    }
    return no
}

function is_refused(name,    r) {
    for (r = 1; r <= rules; r++) {
        if (rule[r] == "refused" && rule_name[r] == name && there_is[name] && applies(rule_goals[r])) {
            complain("make " named() " " name "=" value[name] ": " argument[r])
            return 1
        }
    }
    return 0
}

function check_rule(r,    name, v, kind, problem, words, word, i) {
    name = rule_name[r]; kind = rule[r]; v = value[name]
    if (!applies(rule_goals[r])) return
    if (kind == "required") {
        if (v == "") complain("make " named() " needs " name "=" argument[r])
        return
    }
    if (v == "" && kind ~ /^(file|directory|name)/ && name in is_given) complain(name "= is empty")
    if (v == "" || v == "0") return
    if (kind == "with" && !there_is[argument[r]]) complain(name "=" v " needs " argument[r])
    if (kind == "without" && there_is[argument[r]]) complain(name "=" v " and " argument[r] "=" value[argument[r]] " do not work together: give one of them")
    if (kind ~ /^refuses:/ && v == substr(kind, 9)) complain(name "=" v ": " argument[r])
    if (wrong) return
    words = kind ~ /s$/ ? split(v, word, " ") : 1
    if (kind !~ /s$/) word[1] = v
    for (i = 1; i <= words; i++) if (problem = problem_of(word[i], kind, argument[r])) { complain(name "=" v ": " problem); return }
}

function problem_of(word, kind, wanted,    path, choices, choice, i) {
    if (kind ~ /^one/) {
        choices = split(wanted, choice, " ")
        for (i = 1; i <= choices; i++) if (word == choice[i]) return ""
        return "there is " wanted
    }
    if (kind ~ /^like/) return word ~ ("^(" wanted ")$") ? "" : word " is no " name_of_kind(wanted)
    if (kind ~ /^number/) return word ~ /^(0x[0-9A-Fa-f]+|[0-9]+)$/ ? "" : word " is not a number"
    if (kind ~ /^name/) {
        path = wanted
        sub(/%/, word, path)
        return there("-e", path) ? "" : "there is no " path
    }
    if (kind ~ /^file/) {
        path = word
        if (match(path, /\.(desc|grid):[^\/]*$/)) path = substr(path, 1, RSTART + 4) # without the name of a case
        return there("-f", path) ? "" : there("-e", path) ? path " is not a file" : "there is no file " path
    }
    if (kind ~ /^directory/) {
        if (!there("-d", word)) return "there is no directory " word
        choices = split(wanted, choice, " ")
        for (i = 1; i <= choices; i++) if (there("-e", word "/" choice[i])) return ""
        return choices ? word " holds no " choice[1] : ""
    }
    return ""
}

function name_of_kind(pattern) {
    return pattern ~ /rv/ ? "core: host, host32, rv32im, rv32imafcv, rv64imac ..." : "value of the form " pattern
}

# Wildcards and a leading ~ mean what they mean in the shell that runs the recipe; at least one file must be there.
function there(test, path,    shell) {
    shell = path
    gsub(/[^A-Za-z0-9_.\/~*?\[\]-]/, "\\\\&", shell)
    return system("for f in " shell "; do [ " test " \"$f\" ] && exit 0; done; exit 1") == 0
}
