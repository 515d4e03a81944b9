# fish completion of localpush; ids come from the daemon, which is not started for it
function __localpush_ids
    dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
        string:org.localpush.LocalPush 2>/dev/null | string match -q '*boolean true*'; or return
    localpush $argv[1] --json 2>/dev/null | string match -rg '"id":"([^"\\\\]*)"' | sort -u
end

complete -c localpush -f
set -l commands add list show explain history cancel skip snooze respond import on off badge watch check next status doctor
complete -c localpush -n "not __fish_seen_subcommand_from $commands" -a "$commands"
complete -c localpush -n "not __fish_seen_subcommand_from $commands" -l version -d 'Show the version'
complete -c localpush -l json -d 'Print one JSON object per line'
complete -c localpush -l app -x -d 'Desktop id of the app'
complete -c localpush -l help -d 'Show the help'

complete -c localpush -n '__fish_seen_subcommand_from show cancel skip' -a '(__localpush_ids list)'
complete -c localpush -n '__fish_seen_subcommand_from explain snooze respond' -a '(__localpush_ids history)'
complete -c localpush -n '__fish_seen_subcommand_from import check' -F

complete -c localpush -n '__fish_seen_subcommand_from add' -l at -x -d When
complete -c localpush -n '__fish_seen_subcommand_from add' -l in -x -d 'When, from now'
complete -c localpush -n '__fish_seen_subcommand_from add next' -l repeat -x -a 'minute hour day weekday week month year'
complete -c localpush -n '__fish_seen_subcommand_from add next' -l rule -x -d 'Recurrence rule'
complete -c localpush -n '__fish_seen_subcommand_from add next' -l zone -x -d 'Whose wall clock counts'
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
complete -c localpush -n '__fish_seen_subcommand_from add' -l on -x -d 'What a button does: KEY=HANDLER'
complete -c localpush -n '__fish_seen_subcommand_from add' -l data -x -d 'A text in userInfo: KEY=VALUE'
complete -c localpush -n '__fish_seen_subcommand_from add' -l user-info -x -d 'A JSON object'
complete -c localpush -n '__fish_seen_subcommand_from add' -l wait -d 'Wait for the answer'
complete -c localpush -n '__fish_seen_subcommand_from add' -l expires -x -d 'Worth showing so long'
complete -c localpush -n '__fish_seen_subcommand_from add' -l do-not-disturb -x -a 'show hold' -d 'In do-not-disturb'
complete -c localpush -n '__fish_seen_subcommand_from add' -l action-icon -x -d 'The icon of a button: KEY=ICON'
complete -c localpush -n '__fish_seen_subcommand_from add' -l reply -x -d 'A typed answer: KEY=PLACEHOLDER'
complete -c localpush -n '__fish_seen_subcommand_from doctor' -l no-message -d 'Show no test message'
complete -c localpush -n '__fish_seen_subcommand_from cancel' -l all -d 'Every message of the app'
complete -c localpush -n '__fish_seen_subcommand_from cancel' -l where -x -d 'By a value of userInfo'
complete -c localpush -n '__fish_seen_subcommand_from import' -l format -x -a 'json apns'
complete -c localpush -n '__fish_seen_subcommand_from import' -l source -x -d 'Name of the feed'
complete -c localpush -n '__fish_seen_subcommand_from import' -l sync -d 'Cancel what is not in the file'
complete -c localpush -n '__fish_seen_subcommand_from import' -l allow-open -x -a 'https http mailto'
complete -c localpush -n '__fish_seen_subcommand_from next' -l start -x -d 'Where the series begins'
complete -c localpush -n '__fish_seen_subcommand_from next' -l after -x -d 'Print what comes after'
complete -c localpush -n '__fish_seen_subcommand_from next' -l count -x -d 'How many'
complete -c localpush -n '__fish_seen_subcommand_from next' -l exdate -x -d 'Left out'
complete -c localpush -n '__fish_seen_subcommand_from next' -l rdate -x -d Added
