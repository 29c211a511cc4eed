"""Completions for bash, zsh and fish, from what scripts/command_line.py has read."""

MADE = "# Written by scripts/generate_docs from the help of tgdl. Do not edit.\n"

def quoted(text):
    """One word for any of the shells: a quote in it ends the word, stands by itself, and begins it anew."""
    return "'" + text.replace("'", "'\\''") + "'"

def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

def value_options(command):
    return [option for option in command.options if option.values.word]

def all_names(command):
    return " ".join(name for option in command.options for name in option.names)

# ---- bash

BASH = r"""
# Files and folders that begin as the word does.
_tgdl_files()
{
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# The same of games only; of all files where there are no games.
_tgdl_games()
{
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -X '!*.tgdl' -- "$1"; compgen -d -- "$1")
    [ ${#COMPREPLY[@]} -gt 0 ] || _tgdl_files "$1"
}

_tgdl_words()
{
    mapfile -t COMPREPLY < <(compgen -W "$2" -- "$1")
}

_tgdl()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
    # bash takes `--stage=tree` for three words.
    if [ "$word" = = ]; then
        word=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        _tgdl_words "$word" "@commands@"
        return
    fi
    case "$command $before" in
@values@    esac
    case "$command $word" in
@names@    esac
    case "$command" in
@arguments@    esac
}
complete -F _tgdl tgdl
"""

def bash_values(values, is_argument):
    if values.is_code:
        return "_tgdl_words \"$word\" \"$(tgdl explain 2>/dev/null | cut -d ' ' -f 1)\""
    if values.is_file:
        files = f"_tgdl_{'games' if is_argument and values.is_game else 'files'} \"$word\""
        # Words beside files: both are offered.
        return files + "".join(f"; [[ {one} != \"$word\"* ]] || COMPREPLY+=({one})" for one in values.words)
    return f"_tgdl_words \"$word\" \"{' '.join(values.words)}\"" if values.words else ""

def bash(line):
    values = names = arguments = ""
    for command in line.commands:
        for option in value_options(command):
            case = " | ".join(quoted(f"{command.name} {name}") for name in option.names)
            offers = bash_values(option.values, False)
            values += f"        {case}) {offers + '; ' if offers else ''}return ;;\n"
        names += f"        {quoted(command.name + ' -')}*) _tgdl_words \"$word\" \"{all_names(command)}\"; return ;;\n"
        for argument in command.arguments:
            if offers := bash_values(argument.values, True):
                arguments += f"        {command.name}) {offers} ;;\n"
    commands = " ".join([*(command.name for command in line.commands), all_names(line.program)])
    text = BASH.replace("@commands@", commands).replace("@values@", values).replace("@names@", names)
    return MADE + text.replace("@arguments@", arguments)

# ---- zsh

ZSH = r"""
_tgdl_codes()
{
    local -a codes
    codes=(${${(f)"$(tgdl explain 2>/dev/null)"}/  /:})
    _describe -t codes code codes
}

_tgdl_games()
{
    _files -g '*.tgdl' || _files
}

_tgdl_files_or()
{
    _alternative 'files:file:_files' "words:word:($*)"
}

_tgdl()
{
    local context state line
    local -a commands
    commands=(
@commands@    )
    _arguments -C \
@options@        '1:command:->command' \
        '*::argument:->argument'
    case $state in
        command) _describe -t commands command commands ;;
        argument)
            case $line[1] in
@cases@            esac
            ;;
    esac
}

_tgdl "$@"
"""

def zsh_text(text):
    """Text inside the brackets of an option of _arguments."""
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")

def zsh_values(values, is_argument):
    """What _arguments does for a value."""
    if values.is_code:
        return "_tgdl_codes"
    if values.is_file and values.words:
        return " _tgdl_files_or " + " ".join(values.words)
    if values.is_file:
        return "_tgdl_games" if is_argument and values.is_game else "_files"
    return "(" + " ".join(one.replace(":", "\\:") for one in values.words) + ")" if values.words else " "

def zsh_options(command):
    """The words of _arguments for a command's options."""
    specs = []
    for option in command.options:
        may_repeat = "once for each" in option.text or "several times" in option.text
        again = "*" if may_repeat else f"({' '.join(option.names)})"
        message = option.values.word.replace(":", "\\:")
        value = f":{message}:{zsh_values(option.values, False)}" if message else ""
        for name in option.names:
            equals = "=" if value and name.startswith("--") else ""
            specs.append(quoted(f"{again}{name}{equals}[{zsh_text(option.text)}]{value}"))
    return specs

def zsh_case(command):
    specs = zsh_options(command)
    for argument in command.arguments:
        if not (argument.values.is_code or argument.values.is_file or argument.values.words):
            continue
        place = "*" if argument.repeats else "1"
        specs.append(quoted(f"{place}:{argument.values.word}:{zsh_values(argument.values, True)}"))
    separator = " \\\n" + " " * 24
    return f"                {command.name})\n                    _arguments{separator}{separator.join(specs)}\n                    ;;\n"

def zsh(line):
    commands = "".join(f"        {quoted(command.name + ':' + zsh_text(command.about))}\n" for command in line.commands)
    options = "".join(f"        {spec} \\\n" for spec in zsh_options(line.program))
    text = ZSH.replace("@commands@", commands).replace("@options@", options)
    return "#compdef tgdl\n" + MADE + text.replace("@cases@", "".join(map(zsh_case, line.commands)))

# ---- fish

def fish_option(condition, option):
    spellings = "".join(f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in reversed(option.names))
    text = f"complete -c tgdl -n {condition}{spellings} -d {fish_quoted(option.text)}"
    values = option.values
    if not values.word:
        return text + "\n"
    text += " -r -F" if values.is_file else " -x"
    return text + (f" -a {fish_quoted(' '.join(values.words))}" if values.words else "") + "\n"

def fish(line):
    text = MADE + "complete -c tgdl -f\n"
    for option in line.program.options:
        text += fish_option("__fish_use_subcommand", option)
    for command in line.commands:
        text += f"\ncomplete -c tgdl -n __fish_use_subcommand -a {command.name} -d {fish_quoted(command.about)}\n"
        condition = fish_quoted(f"__fish_seen_subcommand_from {command.name}")
        for option in command.options:
            text += fish_option(condition, option)
        for argument in command.arguments:
            if argument.values.is_code:
                offers = "-x -a \"(tgdl explain 2>/dev/null | string replace -r '  +' \\t)\""
            elif argument.values.is_game:
                offers = "-k -x -a '(__fish_complete_suffix .tgdl)'"
            elif argument.values.is_file:
                offers = "-F"
            else:
                continue
            text += f"complete -c tgdl -n {condition} {offers}\n"
    return text

def files(line):
    """The text of each file by its name, which is the one that the shell looks for."""
    return {"tgdl.bash": bash(line), "_tgdl": zsh(line), "tgdl.fish": fish(line)}
