# bash completion of localpush; ids, apps and buttons come from the daemon, which is not started for it

# Sets words to the line up to the cursor, cut at blanks only: readline also cuts at the = and : of options and handlers.
_localpush_words() {
  local line=$COMP_LINE word i
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((i == 0)) || [[ $line == [[:blank:]]* ]]; then words+=("$word"); else words[-1]+=$word; fi
    line=${line#"${line%%[![:blank:]]*}"}
    line=${line#"$word"}
  done
}

# Sets operands to the words after the command that are neither options nor their values, and app to the one named.
_localpush_operands() {
  local i word
  operands=() app=
  for ((i = 2; i < ${#words[@]} - 1; i++)); do
    word=${words[i]}
    case $word in
      --json | --help | --wait | --all | --sync | --no-message | --) ;;
      --app=*) app=${word#*=} ;;
      --*=*) ;;
      --app) app=${words[++i]} ;;
      --*) ((i++)) ;;
      *) operands+=("$word") ;;
    esac
  done
}

# Offers those lines of standard input that go on from $cur, up to their tab; readline keeps what $lead and $cur have
# before their last = or :.
_localpush_offer() {
  local line rest kept=$lead$cur
  kept=${kept%"${kept##*[=:]}"}
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    [[ $line && $line == "$cur"* ]] || continue
    rest=$lead$line
    rest=${rest#"$kept"}
    [[ $rest == *[=:] ]] && compopt -o nospace 2>/dev/null
    [ -z "$rest" ] || printf -v rest %q "$rest"
    COMPREPLY+=("$rest")
  done
}

_localpush() {
  local words operands app lead='' cur prev command
  COMPREPLY=()
  _localpush_words
  _localpush_operands
  cur=${words[-1]} prev=${words[-2]} command=${words[1]}
  if ((${#words[@]} == 2)); then
    _localpush_offer < <(printf '%s\n' add list show explain history cancel skip snooze respond import on off badge watch \
      check next status backup doctor help --help --version)
    return
  fi
  if [[ $cur == --*=* ]]; then
    prev=${cur%%=*} lead=$prev= cur=${cur#*=}
  fi
  case $prev in
    --repeat) _localpush_offer < <(printf '%s\n' minute hour day weekday week month year) ;;
    --urgency) _localpush_offer < <(printf '%s\n' low normal critical) ;;
    --missed) _localpush_offer < <(printf '%s\n' show latest all skip) ;;
    --do-not-disturb) _localpush_offer < <(printf '%s\n' show hold) ;;
    --format) _localpush_offer < <(printf '%s\n' json ics apns) ;;
    --allow-open) _localpush_offer < <(printf '%s\n' https http mailto) ;;
    --zone) _localpush_offer < <(
      echo floating
      awk '!/^#/ { print $3 }' /usr/share/zoneinfo/zone1970.tab 2>/dev/null
    ) ;;
    --app) _localpush_offer < <(localpush complete apps 2>/dev/null) ;;
    --on) _localpush_offer < <(_localpush_handlers) ;;
    --reply | --action-icon) _localpush_offer < <(_localpush_keys | sed 's/$/=/') ;;
    --icon | --image | --sound) _localpush_files ;;
    --at | --in | --rule | --until | --id | --badge | --category | --group | --timeout | --expires | --missed-limit | --action | \
      --data | --user-info | --source | --start | --after | --count | --exdate | --rdate | --where) ;;
    *) if [[ $cur == -* ]]; then _localpush_options; else _localpush_operand; fi ;;
  esac
}

# The keys of the buttons that stand on the line, and of a click on the message itself.
_localpush_keys() {
  local i key
  for ((i = 2; i < ${#words[@]}; i++)); do
    case ${words[i]} in
      --action) [[ ${words[i + 1]-} != *=* ]] || printf '%s\n' "${words[i + 1]%%=*}" ;;
      --action=*=*)
        key=${words[i]#--action=}
        printf '%s\n' "${key%%=*}"
        ;;
    esac
  done
  echo default
}

# What --on takes: the key of a button, then what is done.
_localpush_handlers() {
  local key=${cur%%=*}
  case $cur in
    *=open:*) printf '%s\n' "$key="open:{https://,http://,mailto:} ;;
    *=snooze:*) printf '%s\n' "$key="snooze:{5m,10m,30m,1h,1d} ;;
    *=*) printf '%s\n' "$key="{open:,snooze:,done,dismiss,activate} ;;
    *) _localpush_keys | sed 's/$/=/' ;;
  esac
}

_localpush_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

_localpush_options() {
  local options='--json --app --help'
  case $command in
    add) options+=' --at --in --repeat --rule --zone --until --id --badge --icon --image --sound --urgency --category
      --group --timeout --expires --reply --missed --missed-limit --do-not-disturb --action --action-icon --on --data --user-info --wait' ;;
    cancel) options+=' --all --where' ;;
    backup) options+=' --force' ;;
    doctor) options+=' --no-message' ;;
    import) options+=' --format --source --sync --allow-open' ;;
    next) options+=' --start --rule --repeat --zone --after --until --count --exdate --rdate' ;;
  esac
  # shellcheck disable=SC2086 # each option is a word
  _localpush_offer < <(printf '%s\n' $options)
}

_localpush_operand() {
  case $command:${#operands[@]} in
    cancel:* | show:0 | skip:0) _localpush_offer < <(localpush complete pending "$app" 2>/dev/null) ;;
    explain:0 | snooze:0 | respond:0) _localpush_offer < <(localpush complete history "$app" 2>/dev/null) ;;
    snooze:1) _localpush_offer < <(printf '%s\n' 5m 10m 30m 1h 1d) ;;
    respond:1) _localpush_offer < <(localpush complete actions "$app" "${operands[0]}" 2>/dev/null) ;;
    import:0 | check:0 | backup:0) _localpush_files ;;
    help:0) _localpush_offer < <(printf '%s\n' add list show explain history cancel skip snooze respond import on off \
      badge watch check next status backup doctor) ;;
  esac
}

complete -F _localpush localpush
