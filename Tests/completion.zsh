# completion.zsh FOLDER LINE: what zsh offers at the end of LINE, with the completions in FOLDER. Completion works only
# in an interactive shell, so one runs on a pseudo terminal, and prints what is added instead of showing it. ZCOMPDUMP
# names a file for what zsh finds out at each start, so that the next start is quick.
zmodload zsh/zpty
zpty shell zsh -f -i
inner() {
  PROMPT=
  zmodload zsh/complete zsh/zle
  fpath=($1 $fpath)
  autoload -Uz compinit
  compinit -u ${ZCOMPDUMP:+-d} ${ZCOMPDUMP:--D}
  compadd() {
    local -a found shown
    if [[ " ${*[1,(i)(-|--)]} " == *\ -[OAD]\ * ]]; then
      builtin compadd "$@"
      return
    fi
    builtin compadd -A found "$@"
    print -rl -- "="${^found}
    builtin compadd "$@"
  }
  say-begin() { print -r -- '<begin>' }
  say-end() { print -r -- '<end>'; exit }
  complete-here() { compprefuncs=(say-begin) comppostfuncs=(say-end); zle complete-word }
  zle -N complete-here
  bindkey '^X' complete-here
  print -r -- '<ready>'
}
zpty -w shell "$(functions inner); inner ${(q)1}"
zpty -r shell said '*<ready>*' || exit
zpty -r shell said '*<ready>*' || exit
zpty -n -w shell "$2"$'\C-X'
zpty -r shell said '*<end>*'
for line in ${(f)${said#*<begin>}}; do
  line=${line%$'\r'}
  [[ $line == "="?* ]] && print -r -- "${line#=}"
done
zpty -d shell
