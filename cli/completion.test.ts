import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openShell } from './test-shell.ts'

/** Lines that a user has typed before the Tab key, and candidates for the last word. */
const cases: [line: string, candidates: string[]][] = [
  ['baton log', ['login', 'logins', 'logout']],
  ['baton tasks cr', ['create', 'create-many']],
  ['baton tasks list --st', ['--status', '--story']],
  ['baton tasks list --status bl', ['blocked']],
  ['baton tasks list --status todo,bl', ['todo,blocked']],
  ['baton tasks list --status=bl', ['--status=blocked']],
  ['baton tasks list --fields key,ti', ['key,title']],
  ['baton trash restore ta', ['task']],
  ['baton completion f', ['fish']],
  ['baton images set-avatar --image pho', ['photo.png']],
]

/** The arguments that make each shell print the candidates for all lines, one marker after each line. */
const shells: Record<string, string[]> = {
  // Bash splits at "=", and completes only the part behind it.
  bash: [
    '--norc',
    '-c',
    `source "$0"
    for line; do
      IFS=' ' read -ra COMP_WORDS <<< "\${line//=/ = }"
      COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
      _baton; printf '%s\\n' "\${COMPREPLY[@]}" END
    done`,
  ],
  fish: ['--no-config', '-c', 'source $argv[1]; for line in $argv[2..]; complete -C $line; echo END; end'],
  // Zsh completes only in a terminal. The function compadd prints the candidates that it adds.
  zsh: [
    '-f',
    '-c',
    `zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "PS1= PS2=; autoload -Uz compinit; compinit -D -u; source \${(q)1}"
    zpty -w z 'compadd() { local -a hits; builtin compadd -O hits "$@"; print -rl -- "hit:"$^hits; builtin compadd "$@" }
    capture() { _main_complete; print -r -- "EN""D"; compstate[insert]=; compstate[list]= }
    zle -C capture complete-word capture; bindkey "^I" capture; print "REA""DY"'
    zpty -r z out '*READY*'
    for line in "\${@:2}"; do
      zpty -w -n z $'\\025'"$line"$'\\t'
      zpty -r z out '*END*'
      print -r -- "$out" | tr -d '\\r' | sed -n 's/^.*hit://p'
      print END
    done`,
    'zsh',
  ],
}

describe('shell completion', () => {
  const shell = openShell()
  before(() => fs.writeFileSync(path.join(shell.home, 'photo.png'), ''))
  after(() => shell.close())

  for (const [name, program] of Object.entries(shells)) {
    const isMissing = spawnSync(name, ['--version']).error !== undefined
    it(
      `completes commands, options, values and files in ${name}`,
      {
        skip: isMissing && `${name} is not installed`,
      },
      async () => {
        const script = path.join(shell.home, `baton.${name}`)
        fs.writeFileSync(script, await shell.done(['completion', name]))
        const lines = cases.map(([line]) => line)
        const { stdout, stderr } = spawnSync(name, [...program, script, ...lines], {
          encoding: 'utf8',
          cwd: shell.home,
          env: { PATH: process.env.PATH, HOME: shell.home },
        })
        const found = stdout.split('END\n').slice(0, -1).map(candidatesIn)
        const expected = cases.map(([, candidates]) =>
          candidates.map((each) => partOf(name, each)).toSorted(),
        )
        assert.deepEqual(found, expected, stderr)
      },
    )
  }

  it('rejects an unknown shell', async () => {
    const { code, err } = await shell.baton(['completion', 'tcsh'])
    assert.deepEqual([code, /bash, zsh or fish, not "tcsh"/.test(err)], [2, true])
  })
})

function candidatesIn(output: string): string[] {
  const names = output.split('\n').map((row) => row.split('\t')[0]!)
  return [...new Set(names.filter(Boolean))].toSorted()
}

/** The part of the last word that the shell replaces. */
function partOf(shell: string, candidate: string): string {
  if (shell === 'bash') return candidate.replace(/^--\w+=/, '')
  return shell === 'zsh' ? candidate.replace(/^.*[=,]/, '') : candidate
}
