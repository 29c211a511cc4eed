# Written by scripts/generate_docs from the help of tgdl. Do not edit.

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
        _tgdl_words "$word" "new check fmt run play serve watch replay test simulate balance doc perft solve bench explain dump -h --help --version"
        return
    fi
    case "$command $before" in
        'run --players') return ;;
        'run --seed') return ;;
        'run --option') return ;;
        'run --optimise') _tgdl_words "$word" "on off"; return ;;
        'run --choices') _tgdl_files "$word"; return ;;
        'run --bots') _tgdl_words "$word" "random greedy mcts:500"; return ;;
        'run --save') _tgdl_files "$word"; return ;;
        'run --limit') return ;;
        'play --players') return ;;
        'play --seed') return ;;
        'play --option') return ;;
        'play --seat') return ;;
        'play --save') _tgdl_files "$word"; return ;;
        'play --resume') _tgdl_files "$word"; return ;;
        'serve --design') _tgdl_files "$word"; return ;;
        'serve --port') return ;;
        'serve --listen') return ;;
        'serve --host') return ;;
        'serve --store') _tgdl_files "$word"; [[ memory != "$word"* ]] || COMPREPLY+=(memory); return ;;
        'serve --url') return ;;
        'serve --lease') return ;;
        'serve --option') return ;;
        'watch --players') return ;;
        'watch --seed') return ;;
        'watch --option') return ;;
        'watch --seat') return ;;
        'watch --save') _tgdl_files "$word"; return ;;
        'watch --resume') _tgdl_files "$word"; return ;;
        'replay --as') _tgdl_words "$word" "spectator all"; return ;;
        'replay --game') _tgdl_files "$word"; return ;;
        'replay --option') return ;;
        'test --record') _tgdl_files "$word"; return ;;
        'test -o' | 'test --output') _tgdl_files "$word"; return ;;
        'test --option') return ;;
        'test --optimise') _tgdl_words "$word" "on off"; return ;;
        'simulate --players') return ;;
        'simulate --seed') return ;;
        'simulate --option') return ;;
        'simulate --optimise') _tgdl_words "$word" "on off"; return ;;
        'simulate --bots') _tgdl_words "$word" "random greedy mcts:500"; return ;;
        'simulate --jobs') return ;;
        'simulate --limit') return ;;
        'simulate -n' | 'simulate --games') return ;;
        'simulate --until') return ;;
        'simulate --resume') _tgdl_files "$word"; return ;;
        'simulate --json') _tgdl_files "$word"; return ;;
        'simulate --against') _tgdl_files "$word"; return ;;
        'simulate --ladder') return ;;
        'simulate --html') _tgdl_files "$word"; return ;;
        'balance --players') return ;;
        'balance --seed') return ;;
        'balance --option') return ;;
        'balance --optimise') _tgdl_words "$word" "on off"; return ;;
        'balance --assert') return ;;
        'balance --bots') _tgdl_words "$word" "random greedy mcts:500"; return ;;
        'balance --jobs') return ;;
        'balance --limit') return ;;
        'balance -n' | 'balance --games') return ;;
        'balance --confidence') return ;;
        'doc -o' | 'doc --output') _tgdl_files "$word"; return ;;
        'doc --html') _tgdl_files "$word"; return ;;
        'perft --players') return ;;
        'perft --seed') return ;;
        'perft --option') return ;;
        'perft --optimise') _tgdl_words "$word" "on off"; return ;;
        'perft --depth') return ;;
        'solve --players') return ;;
        'solve --seed') return ;;
        'solve --option') return ;;
        'solve --positions') return ;;
        'solve --precision') return ;;
        'bench --players') return ;;
        'bench --seed') return ;;
        'bench --option') return ;;
        'bench --optimise') _tgdl_words "$word" "on off"; return ;;
        'bench --seconds') return ;;
        'bench --playouts') return ;;
        'bench --mode') _tgdl_words "$word" "moves choices"; return ;;
        'bench --max-plies') return ;;
        'dump --stage') _tgdl_words "$word" "tokens tree checked program"; return ;;
    esac
    case "$command $word" in
        'new -'*) _tgdl_words "$word" "-h --help"; return ;;
        'check -'*) _tgdl_words "$word" "-h --help --json --traits"; return ;;
        'fmt -'*) _tgdl_words "$word" "-h --help --check"; return ;;
        'run -'*) _tgdl_words "$word" "-h --help --players --seed --option --optimise --choices --bots --save --auto --limit --json --trace --hash"; return ;;
        'play -'*) _tgdl_words "$word" "-h --help --players --seed --option --seat --plain --free-undo --save --resume"; return ;;
        'serve -'*) _tgdl_words "$word" "-h --help --design --port --listen --host --store --url --lease --option"; return ;;
        'watch -'*) _tgdl_words "$word" "-h --help --players --seed --option --seat --plain --free-undo --save --resume"; return ;;
        'replay -'*) _tgdl_words "$word" "-h --help --as --game --option --plain"; return ;;
        'test -'*) _tgdl_words "$word" "-h --help --update --record -o --output --json --option --optimise"; return ;;
        'simulate -'*) _tgdl_words "$word" "-h --help --players --seed --option --optimise --bots --fixed-seats --jobs --limit -n --games --until --resume --json --against --ladder --html"; return ;;
        'balance -'*) _tgdl_words "$word" "-h --help --players --seed --option --optimise --assert --bots --fixed-seats --jobs --limit -n --games --confidence --json"; return ;;
        'doc -'*) _tgdl_words "$word" "-h --help -o --output --html"; return ;;
        'perft -'*) _tgdl_words "$word" "-h --help --players --seed --option --optimise --depth --json"; return ;;
        'solve -'*) _tgdl_words "$word" "-h --help --players --seed --option --positions --precision --json"; return ;;
        'bench -'*) _tgdl_words "$word" "-h --help --players --seed --option --optimise --seconds --playouts --mode --max-plies --json"; return ;;
        'explain -'*) _tgdl_words "$word" "-h --help"; return ;;
        'dump -'*) _tgdl_words "$word" "-h --help --stage"; return ;;
    esac
    case "$command" in
        check) _tgdl_games "$word" ;;
        fmt) _tgdl_games "$word" ;;
        run) _tgdl_games "$word" ;;
        play) _tgdl_games "$word" ;;
        serve) _tgdl_games "$word" ;;
        watch) _tgdl_games "$word" ;;
        replay) _tgdl_files "$word" ;;
        test) _tgdl_files "$word" ;;
        simulate) _tgdl_games "$word" ;;
        balance) _tgdl_games "$word" ;;
        doc) _tgdl_games "$word" ;;
        perft) _tgdl_games "$word" ;;
        solve) _tgdl_games "$word" ;;
        bench) _tgdl_games "$word" ;;
        explain) _tgdl_words "$word" "$(tgdl explain 2>/dev/null | cut -d ' ' -f 1)" ;;
        dump) _tgdl_games "$word" ;;
    esac
}
complete -F _tgdl tgdl
