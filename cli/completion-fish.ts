import type { Completions } from './completion.ts'

export function fishScript({ commands, actions, words }: Completions): string {
  const described = (list: [string, string][]) =>
    list.map(([name, summary]) => quote(`${name}\t${summary}`)).join(' ')
  return `# fish completion for baton, from "baton completion fish".
function __baton_actions
    switch $argv[1]
${actions.map(([domain, list]) => `        case ${domain}\n            string join \\n ${described(list)}`).join('\n')}
    end
end

function __baton_words
    switch "$argv"
${words.map(([command, list]) => `        case '${command}'\n            string join \\n -- ${list.map(quote).join(' ')}`).join('\n')}
    end
end

function __baton_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    if test (count $words) -eq 1
        string join \\n ${described(commands)}
        return
    end
    set -l known (__baton_words $words[2])
    if test (count $known) -eq 0
        if test (count $words) -eq 2
            __baton_actions $words[2]
            return
        end
        set known (__baton_words $words[2] $words[3])
    end
    set -l option $words[-1]
    set -l prefix ''
    if string match -q -- '--*=*' $current
        set option (string replace -r '=.*' '' -- $current)
        set prefix "$option="
        set current (string replace -r '^[^=]*=' '' -- $current)
    end
    for word in $known
        string match -q -- "$option=*" $word; or continue
        set -l values (string replace -r '^[^=]*=' '' -- $word)
        if test "$values" = @
            string join \\n -- $prefix(__fish_complete_path $current)
            return
        end
        if string match -q -- '+*' $values
            set values (string sub -s 2 -- $values)
            set prefix $prefix(string match -r -- '.*,' $current; or echo '')
        end
        string join \\n -- $prefix(string split , -- $values)
        return
    end
    for word in $known
        if string match -q -- '=*' $word
            string split , -- (string sub -s 2 -- $word)
        else
            string replace -r '=.*' '' -- $word
        end
    end
end

complete -c baton -f -a '(__baton_complete)'
`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
