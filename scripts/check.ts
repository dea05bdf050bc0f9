import { spawnSync } from 'node:child_process'

/** Everything that can be checked without running the product: types, lint, format, contract, lockfile. All of it, then the verdict. */
const checks: [name: string, command: string, ...args: string[]][] = [
  ['types of the server', 'tsc', '-p', '.'],
  ['types of the dashboard', 'tsc', '-p', 'dashboard'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt', '--check'],
  ['contract', 'node', 'scripts/contract.ts', '--check'],
  ['lockfile', 'node', 'scripts/lockfile.ts', '--check'],
]

const failed = checks.filter(([name, command, ...args]) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  console.log(`${status === 0 ? 'ok   ' : 'FAILED'} ${name}`)
  return status !== 0
})
process.exitCode = failed.length === 0 ? 0 : 1
