import { spawn } from 'node:child_process'
import os from 'node:os'

// Each checker computes the types of the operations again. Four of them, the default, need twice the CPU time of one.
const oneChecker = ['--checkers', '1']

/**
 * Runs all static checks: types, lint, format, contract, row types and lockfile. Runs one check per core, the longest
 * first. Prints the output of each check in one piece, then the result.
 */
const checks: [name: string, command: string, ...args: string[]][] = [
  ['types of the dashboard', 'tsc', '-p', 'dashboard', ...oneChecker],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types of the server', 'tsc', '-p', '.', ...oneChecker],
  ['contract', 'node', 'scripts/contract.ts', '--check'],
  ['row types', 'node', 'scripts/row-types.ts', '--check'],
  ['format', 'oxfmt', '--check'],
  ['wording', 'node', 'scripts/check-wording.ts'],
  ['lockfile', 'node', 'scripts/lockfile.ts', '--check'],
]

const waiting = [...checks]
const failed: string[] = []
await Promise.all(Array.from({ length: os.availableParallelism() }, worker))
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

async function worker(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command, ...args] = next
    const { isOk, output } = await run(command, args)
    process.stdout.write(`${output}${isOk ? 'ok    ' : 'FAILED'} ${name}\n`)
    if (!isOk) failed.push(name)
  }
}

function run(command: string, args: string[]): Promise<{ isOk: boolean; output: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isOk: false, output: `${error.message}\n` }))
    child.once('close', (code) => resolve({ isOk: code === 0, output }))
  })
}
