import type { Completions } from './completion.ts'

export function bashScript({ commands, actions, words }: Completions): string {
  const names = (list: [string, string][]) => list.map(([name]) => name).join(' ')
  return `# bash completion for baton, from "baton completion bash".
_baton_actions() {
  case $1 in
${actions.map(([domain, list]) => `    ${domain}) echo ${names(list)} ;;`).join('\n')}
  esac
}

_baton_words() {
  case $1 in
${words.map(([command, list]) => `    '${command}') echo '${list.join(' ')}' ;;`).join('\n')}
  esac
}

_baton() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} words word values prefix=
  COMPREPLY=()
  # Bash splits "--status=todo" into three words.
  if [[ $cur == '=' ]]; then cur=
  elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${names(commands)} --help --version' -- "$cur"))
    return
  fi
  words=$(_baton_words "\${COMP_WORDS[1]}")
  if [[ -z $words ]]; then
    if (( COMP_CWORD == 2 )); then
      COMPREPLY=($(compgen -W "$(_baton_actions "\${COMP_WORDS[1]}") --help" -- "$cur"))
      return
    fi
    words=$(_baton_words "\${COMP_WORDS[1]} \${COMP_WORDS[2]}")
  fi
  for word in $words; do
    [[ $word == "$prev="* ]] || continue
    values=\${word#*=}
    if [[ $values == @ ]]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$cur"))
      return
    fi
    if [[ $values == +* ]]; then
      values=\${values#+}
      [[ $cur == *,* ]] && prefix=\${cur%,*},
    fi
    COMPREPLY=($(compgen -P "$prefix" -W "\${values//,/ }" -- "\${cur#"$prefix"}"))
    return
  done
  values=
  for word in $words; do
    if [[ $word == =* ]]; then values+=" \${word//[=,]/ }"; else values+=" \${word%%=*}"; fi
  done
  COMPREPLY=($(compgen -W "$values" -- "$cur"))
}

complete -F _baton baton
`
}
