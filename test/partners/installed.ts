import fs from 'node:fs'
import path from 'node:path'

/*
 * Finds the installed programs that tests run against. TEST_WITHOUT=chromium,postgres,redis,mcp hides some of them, to
 * run the tests as on a machine without them.
 */
export type Partner = 'postgres' | 'redis' | 'chromium' | 'mcp'

const hidden = (process.env.TEST_WITHOUT ?? '').split(',')

/** Returns the program's path, or undefined if it is missing. */
export function findPartner(partner: Partner): string | undefined {
  if (hidden.includes(partner)) return undefined
  const found = {
    postgres: findPostgres,
    redis: () => redis,
    chromium: () => chromium,
    mcp: () => mcpPrograms,
  }
  const place = found[partner]()
  return place !== undefined && fs.existsSync(place) ? place : undefined
}

/** Returns a sentence about a missing partner, or undefined if it is installed. */
export function missingFor(partner: Partner): string | undefined {
  const found = findPartner(partner)
  if (found === undefined) return sentences[partner]
  if (partner === 'postgres' && !hasPgvector(found))
    return 'pgvector is not installed (scripts/install-pgvector.sh): the tests on PostgreSQL are skipped.'
  return undefined
}

const sentences: Record<Partner, string> = {
  postgres: 'PostgreSQL is not installed: its tests are skipped.',
  redis: 'Redis is not installed: its tests are skipped.',
  chromium: 'Chromium is not installed: its tests are skipped.',
  mcp: 'The MCP partners are not installed (cd test/mcp-partners && npm ci): their tests are skipped.',
}

const redis = '/usr/bin/redis-server'
// The headless shell has the same engine without browser windows, and needs half of the CPU time.
const chromium = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => fs.existsSync(file))
const mcpPrograms = new URL('../mcp-partners/node_modules/.bin/', import.meta.url).pathname

/** Returns the folder of the PostgreSQL programs. */
function findPostgres(): string | undefined {
  const versions = '/usr/lib/postgresql'
  if (!fs.existsSync(versions)) return undefined
  return fs
    .readdirSync(versions)
    .filter((version) => Number(version) >= 15)
    .map((version) => path.join(versions, version, 'bin'))
    .find((folder) => fs.existsSync(path.join(folder, 'initdb')))
}

function hasPgvector(binaries: string): boolean {
  const version = path.basename(path.dirname(binaries))
  return fs.existsSync(`/usr/share/postgresql/${version}/extension/vector.control`)
}
