# Completion of guillemet for bash, written by packaging/generate_docs.py from the argument parser.

_guillemet() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' at=1
    local options='' operands='' values='' kind='' found
    COMPREPLY=()
    while ((at < COMP_CWORD)); do
        case ${COMP_WORDS[at]} in
            -C) ((at++)) ;;
            -*) ;;
            *) command=${COMP_WORDS[at]}; break ;;
        esac
        ((at++))
    done
    case $command in
        '') options='-C --help --version' operands='folders' ;;
        demo) options='-h --help --headless' operands='' ;;
        apply) options='-h --help -C --format --match --dry-run --json' operands='files' ;;
        review) options='-h --help -C --json' operands='' ;;
        diff) options='-h --help -C --hunks' operands='files' ;;
        accept) options='-h --help -C --all --hunk --lines --mine --proposal --json' operands='files' ;;
        reject) options='-h --help -C --all --hunk --lines --json' operands='files' ;;
        undo) options='-h --help -C --json' operands='' ;;
        redo) options='-h --help -C --json' operands='' ;;
        place) options='-h --help -C --path --line --search --dismiss --replace-file --append --as-read --count --json' operands='' ;;
        commit) options='-h --help -C -m --message --own-lines --author --trust --json' operands='' ;;
        batch) options='-h --help' operands='' ;;
        doctor) options='-h --help -C --json' operands='' ;;
    esac
    case $command:$before in
        :-C) kind='folders' options='' ;;
        apply:-C) values='' kind='folders' ;;
        apply:--format) values='auto guillemet anchored squares search-replace new-file whole-file unified-diff apply-patch tags listing tool-call' kind='' ;;
        apply:--match) values='strict lenient' kind='' ;;
        review:-C) values='' kind='folders' ;;
        diff:-C) values='' kind='folders' ;;
        accept:-C) values='' kind='folders' ;;
        accept:--hunk) values='' kind='' ;;
        accept:--lines) values='' kind='' ;;
        reject:-C) values='' kind='folders' ;;
        reject:--hunk) values='' kind='' ;;
        reject:--lines) values='' kind='' ;;
        undo:-C) values='' kind='folders' ;;
        redo:-C) values='' kind='folders' ;;
        place:-C) values='' kind='folders' ;;
        place:--path) values='' kind='files' ;;
        place:--line) values='' kind='' ;;
        place:--search) values='' kind='files' ;;
        place:--count) values='' kind='' ;;
        commit:-C) values='' kind='folders' ;;
        commit:-m|commit:--message) values='' kind='' ;;
        commit:--own-lines) values='' kind='files' ;;
        commit:--author) values='' kind='' ;;
        doctor:-C) values='' kind='folders' ;;
        *) before='' ;;
    esac
    if [[ -n $before ]]; then
        options=$values operands=$kind
    elif [[ -z $command && $word != -* ]]; then
        options='demo apply review diff accept reject undo redo place commit batch doctor'
    elif [[ $word != -* ]]; then
        options=''
    fi
    while IFS= read -r found; do
        COMPREPLY+=("$found")
    done < <(
        compgen -W "$options" -- "$word"
        [[ $operands == folders && $word != -* ]] && compgen -d -- "$word"
        [[ $operands == files && $word != -* ]] && compgen -f -- "$word"
    )
    # Bash of macOS is too old for this; names with blanks are then left to the user.
    [[ -z $operands ]] || compopt -o filenames 2>/dev/null
    return 0
}
complete -F _guillemet guillemet
