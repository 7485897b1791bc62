# Completion of guillemet for fish, written by packaging/generate_docs.py from the argument parser.

function __guillemet_command_is
    set -l words (commandline -opc)
    set -l at 2
    while test $at -le (count $words)
        switch $words[$at]
            case -C
                set at (math $at + 1)
            case '-*'
            case '*'
                break
        end
        set at (math $at + 1)
    end
    test "$words[$at]" = "$argv[1]"
end

complete -c guillemet -f
complete -c guillemet -n "__guillemet_command_is ''" -a '(__fish_complete_directories)'
complete -c guillemet -n '__guillemet_command_is \'\'' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository'
complete -c guillemet -n '__guillemet_command_is \'\'' -l help -d 'show the help'
complete -c guillemet -n '__guillemet_command_is \'\'' -l version -d 'show the version'
complete -c guillemet -n '__guillemet_command_is \'\'' -a demo -d 'try everything on a sample repository with recorded replies'
complete -c guillemet -n '__guillemet_command_is demo' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is demo' -l headless -d 'in the terminal, without a window'
complete -c guillemet -n '__guillemet_command_is \'\'' -a apply -d 'stage a reply for review and print what became of each block'
complete -c guillemet -n '__guillemet_command_is apply' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is apply' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is apply' -l format -x -a 'auto guillemet anchored squares search-replace new-file whole-file unified-diff apply-patch tags listing tool-call' -d 'read blocks of this format only'
complete -c guillemet -n '__guillemet_command_is apply' -l match -x -a 'strict lenient' -d 'how exactly lines must be found (default: your settings)'
complete -c guillemet -n '__guillemet_command_is apply' -l dry-run -d 'print what would become of it, stage nothing'
complete -c guillemet -n '__guillemet_command_is apply' -l json -d 'print JSON for machines'
complete -c guillemet -n '__guillemet_command_is apply' -F
complete -c guillemet -n '__guillemet_command_is \'\'' -a review -d 'print what is proposed and decided'
complete -c guillemet -n '__guillemet_command_is review' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is review' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is review' -l json -d 'print JSON for machines'
complete -c guillemet -n '__guillemet_command_is \'\'' -a diff -d 'print the proposal as a unified diff that git apply accepts'
complete -c guillemet -n '__guillemet_command_is diff' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is diff' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is diff' -l hunks -d 'instead, the hunks with their numbers'
complete -c guillemet -n '__guillemet_command_is diff' -F
complete -c guillemet -n '__guillemet_command_is \'\'' -a accept -d 'write the proposal of files'
complete -c guillemet -n '__guillemet_command_is accept' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is accept' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is accept' -l all -d 'every undecided file that asks no question'
complete -c guillemet -n '__guillemet_command_is accept' -l hunk -x -d 'of one file, the hunk of this number in diff --hunks; it stays until a commit, an edit or a reply'
complete -c guillemet -n '__guillemet_command_is accept' -l lines -x -d 'of one file, these lines as proposed, and what they replace'
complete -c guillemet -n '__guillemet_command_is accept' -l mine -d 'in a conflict: keep the file as it is'
complete -c guillemet -n '__guillemet_command_is accept' -l proposal -d 'in a conflict: write over the file'
complete -c guillemet -n '__guillemet_command_is accept' -l json -d 'print JSON for machines'
complete -c guillemet -n '__guillemet_command_is accept' -F
complete -c guillemet -n '__guillemet_command_is \'\'' -a reject -d 'refuse the proposal of files'
complete -c guillemet -n '__guillemet_command_is reject' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is reject' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is reject' -l all -d 'every undecided file; when none is left, the review is finished'
complete -c guillemet -n '__guillemet_command_is reject' -l hunk -x -d 'of one file, the hunk of this number in diff --hunks; it stays until a commit, an edit or a reply'
complete -c guillemet -n '__guillemet_command_is reject' -l lines -x -d 'of one file, these lines as proposed, and what they replace'
complete -c guillemet -n '__guillemet_command_is reject' -l json -d 'print JSON for machines'
complete -c guillemet -n '__guillemet_command_is reject' -F
complete -c guillemet -n '__guillemet_command_is \'\'' -a undo -d 'take back the last step'
complete -c guillemet -n '__guillemet_command_is undo' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is undo' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is undo' -l json -d 'print JSON for machines'
complete -c guillemet -n '__guillemet_command_is \'\'' -a redo -d 'do the step undone last again'
complete -c guillemet -n '__guillemet_command_is redo' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is redo' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is redo' -l json -d 'print JSON for machines'
complete -c guillemet -n '__guillemet_command_is \'\'' -a place -d 'put one block where you say; blocks after it are tried again'
complete -c guillemet -n '__guillemet_command_is place' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is place' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is place' -l path -r -F -d 'in this file: at a line, or where its lines stand'
complete -c guillemet -n '__guillemet_command_is place' -l line -x -d 'at this line of the proposed file, from 1'
complete -c guillemet -n '__guillemet_command_is place' -l search -r -F -d 'where the text in this file stands: it searches for that'
complete -c guillemet -n '__guillemet_command_is place' -l dismiss -d 'nowhere: leave the block out'
complete -c guillemet -n '__guillemet_command_is place' -l replace-file -d 'in place of the whole file'
complete -c guillemet -n '__guillemet_command_is place' -l append -d 'at the end of the file'
complete -c guillemet -n '__guillemet_command_is place' -l as-read -d 'where it was found at first: forget an earlier choice'
complete -c guillemet -n '__guillemet_command_is place' -l count -x -d 'with --line: how many lines it replaces'
complete -c guillemet -n '__guillemet_command_is place' -l json -d 'print JSON for machines'
complete -c guillemet -n '__guillemet_command_is \'\'' -a commit -d 'commit what was accepted, and only that'
complete -c guillemet -n '__guillemet_command_is commit' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is commit' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is commit' -s m -l message -x -d 'the message'
complete -c guillemet -n '__guillemet_command_is commit' -l own-lines -r -F -d 'commit this accepted file as it is on disk, your own lines included; may be repeated'
complete -c guillemet -n '__guillemet_command_is commit' -l author -x -d 'the author, if git has none configured'
complete -c guillemet -n '__guillemet_command_is commit' -l trust -d 'let this repository\'s own hooks, filters and signing programs run, now and from now on'
complete -c guillemet -n '__guillemet_command_is commit' -l json -d 'print JSON for machines'
complete -c guillemet -n '__guillemet_command_is \'\'' -a batch -d 'answer one JSON request a line, for scripts and editors'
complete -c guillemet -n '__guillemet_command_is batch' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is \'\'' -a doctor -d 'print what a bug report needs, and nothing private'
complete -c guillemet -n '__guillemet_command_is doctor' -s h -l help -d 'show this help message and exit'
complete -c guillemet -n '__guillemet_command_is doctor' -s C -x -a '(__fish_complete_directories)' -d 'a folder of the repository (default: this one)'
complete -c guillemet -n '__guillemet_command_is doctor' -l json -d 'print JSON for machines'
