import type { Completions } from './completion.ts'

export function zshScript({ commands, actions, words }: Completions): string {
  const described = (list: [string, string][]) =>
    list.map(([name, summary]) => quote(`${name}:${summary}`)).join(' ')
  return `#compdef baton
# zsh completion for baton, from "baton completion zsh".
_baton_actions() {
  case $1 in
${actions.map(([domain, list]) => `    ${domain}) reply=(${described(list)}) ;;`).join('\n')}
  esac
}

_baton_words() {
  case $1 in
${words.map(([command, list]) => `    '${command}') reply=(${list.map(quote).join(' ')}) ;;`).join('\n')}
  esac
}

_baton() {
  local -a reply names
  local word option values
  if (( CURRENT == 2 )); then
    reply=(${described(commands)})
    _describe 'command' reply
    return
  fi
  reply=()
  _baton_words $words[2]
  if (( ! $#reply )); then
    if (( CURRENT == 3 )); then
      _baton_actions $words[2]
      _describe 'action' reply
      return
    fi
    _baton_words "$words[2] $words[3]"
  fi
  option=$words[CURRENT-1]
  if [[ $PREFIX == --*=* ]]; then
    option=\${PREFIX%%=*}
    compset -P '*='
  fi
  for word in $reply; do
    [[ $word == $option=* ]] || continue
    values=\${word#*=}
    case $values in
      @) _files; return ;;
      +*) compset -P '*,'; compadd -S '' -- \${(s:,:)values#+}; return ;;
      *) compadd -- \${(s:,:)values}; return ;;
    esac
  done
  for word in $reply; do
    if [[ $word == '='* ]]; then names+=(\${(s:,:)word#=}); else names+=(\${word%%=*}); fi
  done
  compadd -- $names
}

if [[ $funcstack[1] == _baton ]]; then _baton "$@"; else compdef _baton baton; fi
`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
