import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Builds dashboard/dist, unless it was already built from exactly these sources. `--force` always builds. */
const root = fileURLToPath(new URL('..', import.meta.url))
const dashboard = path.join(root, 'dashboard')
const mark = path.join(dashboard, 'dist', '.built')
const shared = [
  'contract/routes.json',
  'server/doors/mcp/tools/tool-profiles.ts',
  'server/domains/evidence/kinds.ts',
  'server/domains/specs/tables.ts',
  'server/domains/workflows/requirement-sentence.ts',
  'server/domains/items/positions.ts',
  ...['caller', 'client', 'errors'].map((name) => `server/operations/${name}.ts`),
]

export async function buildDashboard({ force = false } = {}): Promise<void> {
  const sources = hashOfSources()
  if (!force && fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === sources) return
  console.log('Building the dashboard…')
  // Loaded only now: a start that builds nothing should not wait for it.
  const { build } = await import('vite')
  await build({ root: dashboard, logLevel: 'warn' })
  fs.writeFileSync(mark, sources)
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const file of [...filesIn(dashboard), ...shared.map((name) => path.join(root, name))]) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      return entry.isDirectory() ? filesIn(file) : [file]
    })
}

if (import.meta.main) await buildDashboard({ force: process.argv.includes('--force') })
