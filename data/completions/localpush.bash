# bash completion of localpush; ids come from the daemon, which is not started for it
_localpush_ids() {
  local method=$1
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
    string:org.localpush.LocalPush 2>/dev/null | grep -q 'boolean true' || return
  localpush "$method" --json 2>/dev/null | sed -n 's/.*"id":"\([^"\\]*\)".*/\1/p' | sort -u
}

_localpush() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='add list show explain history cancel skip snooze respond import on off badge watch check next status doctor --help --version'
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    return
  fi
  case $prev in
    --repeat) words='minute hour day weekday week month year' ;;
    --urgency) words='low normal critical' ;;
    --missed) words='show latest all skip' ;;
    --format) words='json apns' ;;
    --allow-open) words='https http mailto' ;;
    --zone) words="floating $(awk '!/^#/ { print $3 }' /usr/share/zoneinfo/zone1970.tab 2>/dev/null)" ;;
    --on) words='view=open:https:// view=snooze:10m view=done view=dismiss view=activate' ;;
    --icon | --image | --sound) mapfile -t COMPREPLY < <(compgen -f -- "$cur") && return ;;
    --at | --in | --rule | --until | --id | --badge | --category | --group | --timeout | --expires | --reply | --action-icon | --missed-limit | --action | \
      --data | --user-info | --app | --source | --start | --after | --count | --exdate | --rdate | --where) return ;;
  esac
  if [ -z "$words" ]; then
    case $cur in
      -*)
        words='--json --app --help'
        case $command in
          add) words+=' --at --in --repeat --rule --zone --until --id --badge --icon --image --sound --urgency --category
            --group --timeout --expires --reply --missed --missed-limit --do-not-disturb --action --action-icon --on --data --user-info --wait' ;;
          cancel) words+=' --all --where' ;;
          doctor) words+=' --no-message' ;;
          import) words+=' --format --source --sync --allow-open' ;;
          next) words+=' --start --rule --repeat --zone --after --until --count --exdate --rdate' ;;
        esac
        ;;
      *)
        case $command in
          show | cancel | skip) words=$(_localpush_ids list) ;;
          explain | snooze) [ "$COMP_CWORD" -eq 2 ] && words=$(_localpush_ids history) ;;
          respond) [ "$COMP_CWORD" -eq 2 ] && words=$(_localpush_ids history) ;;
          import | check) mapfile -t COMPREPLY < <(compgen -f -- "$cur") && return ;;
        esac
        ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

complete -F _localpush localpush
