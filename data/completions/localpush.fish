# fish completion of localpush; ids, apps and buttons come from the daemon, which is not started for it

# The app that is named on the line.
function __localpush_app
    set -l words (commandline -opc)
    for place in (seq (count $words))
        switch $words[$place]
            case --app
                echo $words[(math $place + 1)]
                return
            case '--app=*'
                string replace -- --app= '' $words[$place]
                return
        end
    end
    echo
end

# The words after the command that are neither options nor their values.
function __localpush_operands
    set -l isValue no
    for word in (commandline -opc)[3..-1]
        if test $isValue = yes
            set isValue no
            continue
        end
        switch $word
            case --json --help --wait --all --sync --force --no-message -- '--*=*'
            case '--*'
                set isValue yes
            case '*'
                echo $word
        end
    end
end

function __localpush_operand_is
    test (count (__localpush_operands)) -eq $argv[1]
end

# The keys of the buttons that stand on the line, and of a click on the message itself.
function __localpush_keys
    set -l words (commandline -opc)
    for place in (seq (count $words))
        if test $words[$place] = --action
            string replace -r -- '=.*' '=' $words[(math $place + 1)]
        end
    end
    echo default=
end

# What --on takes: the key of a button, then what is done.
function __localpush_handlers
    set -l key (string match -r -- '^(?:--on=)?([^=]*=)' (commandline -ct))[2]
    if test -z "$key"
        __localpush_keys
        return
    end
    printf '%s\n' $key{open:https://,open:http://,open:mailto:,snooze:5m,snooze:10m,snooze:30m,snooze:1h,done,dismiss,activate}
end

complete -c localpush -f
set -l commands add list show explain history cancel skip snooze respond import on off badge watch check next status backup doctor help
complete -c localpush -n "not __fish_seen_subcommand_from $commands" -a "$commands"
complete -c localpush -n "not __fish_seen_subcommand_from $commands" -l version -d 'Show the version'
complete -c localpush -l json -d 'Print one JSON object per line'
complete -c localpush -l app -x -a '(localpush complete apps 2>/dev/null)' -d 'Desktop id of the app'
complete -c localpush -l help -d 'Show the help'

complete -c localpush -n '__fish_seen_subcommand_from cancel' -a '(localpush complete pending (__localpush_app) 2>/dev/null)'
complete -c localpush -n '__fish_seen_subcommand_from show skip; and __localpush_operand_is 0' \
    -a '(localpush complete pending (__localpush_app) 2>/dev/null)'
complete -c localpush -n '__fish_seen_subcommand_from explain snooze respond; and __localpush_operand_is 0' \
    -a '(localpush complete history (__localpush_app) 2>/dev/null)'
complete -c localpush -n '__fish_seen_subcommand_from respond; and __localpush_operand_is 1' \
    -a '(localpush complete actions (__localpush_app) (__localpush_operands)[1] 2>/dev/null)'
complete -c localpush -n '__fish_seen_subcommand_from snooze; and __localpush_operand_is 1' -a '5m 10m 30m 1h 1d'
complete -c localpush -n '__fish_seen_subcommand_from help; and __localpush_operand_is 0' -a "$commands"
complete -c localpush -n '__fish_seen_subcommand_from import check backup' -F

complete -c localpush -n '__fish_seen_subcommand_from add' -l at -x -d When
complete -c localpush -n '__fish_seen_subcommand_from add' -l in -x -d 'When, from now'
complete -c localpush -n '__fish_seen_subcommand_from add next' -l repeat -x -a 'minute hour day weekday week month year'
complete -c localpush -n '__fish_seen_subcommand_from add next' -l rule -x -d 'Recurrence rule'
complete -c localpush -n '__fish_seen_subcommand_from add next' -l zone -x -d 'Whose wall clock counts' \
    -a "floating (awk '!/^#/ { print \$3 }' /usr/share/zoneinfo/zone1970.tab 2>/dev/null)"
complete -c localpush -n '__fish_seen_subcommand_from add next' -l until -x -d 'End of the series'
complete -c localpush -n '__fish_seen_subcommand_from add' -l id -x -d 'The id'
complete -c localpush -n '__fish_seen_subcommand_from add' -l badge -x -d 'The badge'
complete -c localpush -n '__fish_seen_subcommand_from add' -l icon -r -d Icon
complete -c localpush -n '__fish_seen_subcommand_from add' -l image -r -d Picture
complete -c localpush -n '__fish_seen_subcommand_from add' -l sound -r -d Sound
complete -c localpush -n '__fish_seen_subcommand_from add' -l urgency -x -a 'low normal critical'
complete -c localpush -n '__fish_seen_subcommand_from add' -l category -x -d Category
complete -c localpush -n '__fish_seen_subcommand_from add' -l group -x -d Group
complete -c localpush -n '__fish_seen_subcommand_from add' -l timeout -x -d 'Time on screen'
complete -c localpush -n '__fish_seen_subcommand_from add' -l missed -x -a 'show latest all skip'
complete -c localpush -n '__fish_seen_subcommand_from add' -l missed-limit -x -d 'Too late'
complete -c localpush -n '__fish_seen_subcommand_from add' -l action -x -d 'A button: KEY=LABEL'
complete -c localpush -n '__fish_seen_subcommand_from add' -l on -x -a '(__localpush_handlers)' -d 'What a button does: KEY=HANDLER'
complete -c localpush -n '__fish_seen_subcommand_from add' -l data -x -d 'A text in userInfo: KEY=VALUE'
complete -c localpush -n '__fish_seen_subcommand_from add' -l user-info -x -d 'A JSON object'
complete -c localpush -n '__fish_seen_subcommand_from add' -l wait -d 'Wait for the answer'
complete -c localpush -n '__fish_seen_subcommand_from add' -l expires -x -d 'Worth showing so long'
complete -c localpush -n '__fish_seen_subcommand_from add' -l do-not-disturb -x -a 'show hold' -d 'In do-not-disturb'
complete -c localpush -n '__fish_seen_subcommand_from add' -l action-icon -x -a '(__localpush_keys)' -d 'The icon of a button: KEY=ICON'
complete -c localpush -n '__fish_seen_subcommand_from add' -l reply -x -a '(__localpush_keys)' -d 'A typed answer: KEY=PLACEHOLDER'
complete -c localpush -n '__fish_seen_subcommand_from backup' -l force -d 'Replace the file where it is there'
complete -c localpush -n '__fish_seen_subcommand_from doctor' -l no-message -d 'Show no test message'
complete -c localpush -n '__fish_seen_subcommand_from cancel' -l all -d 'Every message of the app'
complete -c localpush -n '__fish_seen_subcommand_from cancel' -l where -x -d 'By a value of userInfo'
complete -c localpush -n '__fish_seen_subcommand_from import' -l format -x -a 'json ics apns'
complete -c localpush -n '__fish_seen_subcommand_from import' -l source -x -d 'Name of the feed'
complete -c localpush -n '__fish_seen_subcommand_from import' -l sync -d 'Cancel what is not in the file'
complete -c localpush -n '__fish_seen_subcommand_from import' -l allow-open -x -a 'https http mailto'
complete -c localpush -n '__fish_seen_subcommand_from next' -l start -x -d 'Where the series begins'
complete -c localpush -n '__fish_seen_subcommand_from next' -l after -x -d 'Print what comes after'
complete -c localpush -n '__fish_seen_subcommand_from next' -l count -x -d 'How many'
complete -c localpush -n '__fish_seen_subcommand_from next' -l exdate -x -d 'Left out'
complete -c localpush -n '__fish_seen_subcommand_from next' -l rdate -x -d Added
