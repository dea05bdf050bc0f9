import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * Rejects words that make our English read like a translation, in code, comments and pages. CONTRIBUTING.md says how we
 * write. Migrations are exempt, because a migration that has run must not change.
 */
const markers =
  /\b(?:who(?:so)?ever|somebody|(?:is|are|was|were) told|told of|deeds?|all the same|for ever|takes? (?:it )?back)\b/gi

const exempt = ['server/database/migrations/', 'scripts/check-wording.ts']

const found = trackedFiles().flatMap(markersIn)
for (const each of found) console.error(each)
if (found.length > 0)
  console.error('Name the noun instead: the caller, a member, the client. See CONTRIBUTING.md.')
process.exitCode = found.length === 0 ? 0 : 1

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.md', '*.sql']).toString()
  return listed.split('\0').filter((file) => file !== '' && !exempt.some((start) => file.startsWith(start)))
}

function markersIn(file: string): string[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    [...line.matchAll(markers)].map(([words]) => `${file}:${index + 1}: "${words}"`),
  )
}
