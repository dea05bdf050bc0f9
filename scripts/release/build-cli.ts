import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PackedFile } from '../../server/platform/tarball.ts'
import { licencesOf } from './licences.ts'
import { manifest, root } from './manifest.ts'

/** The built files of the CLI package. The server packs them as /cli.tgz and adds its own URL. */
const built = path.join(root, 'cli/dist/package-files.json')

/**
 * Builds the CLI if it is outdated. A production install has no bundler and serves the CLI that it came with. The build
 * runs in its own process, so that the server doesn't keep its memory. Baton also starts without a CLI.
 */
export function provideCli(): void {
  if (!canBuild() || readBuilt()?.sources === hashSources()) return
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit' })
  if (status !== 0) console.warn('The CLI could not be built. GET /cli.tgz serves the last one, if any.')
}

function canBuild(): boolean {
  try {
    return import.meta.resolve('rolldown') !== ''
  } catch {
    return false
  }
}

/** Builds the CLI's package, unless it was already built from exactly these sources. */
export async function buildCli(): Promise<PackedFile[]> {
  const sources = hashSources()
  const before = readBuilt()
  if (before?.sources === sources) return toPack(before.files)
  // Imported here, because it loads the bundler.
  const { bundle } = await import('./bundle.ts')
  const { files, modules } = await bundle({
    programs: { baton: 'cli/baton.ts' },
    moved: { 'cli/package.json': 'package.json' },
  })
  const texts = {
    ...Object.fromEntries(files.map(({ name, body }) => [name, Buffer.from(body).toString()])),
    'package.json': JSON.stringify(cliManifest(), null, 2),
    LICENSE: fs.readFileSync(path.join(root, 'LICENSE'), 'utf8'),
    'THIRD-PARTY-LICENSES.txt': licencesOf(modules),
  }
  store({ sources, files: texts })
  return toPack(texts)
}

interface Built {
  sources: string
  files: Record<string, string>
}

function cliManifest(): object {
  return manifest('cli', {
    description: 'The command line of Baton.',
    bin: { baton: 'dist/baton.js' },
    engines: { node: '>=20' },
  })
}

function toPack(files: Record<string, string>): PackedFile[] {
  return Object.entries(files).map(([name, text]) => ({
    name,
    body: Buffer.from(text),
    executable: name === 'dist/baton.js',
  }))
}

function readBuilt(): Built | undefined {
  if (!fs.existsSync(built)) return undefined
  return JSON.parse(fs.readFileSync(built, 'utf8')) as Built
}

/** Writes a temporary file and renames it, because several processes can build and read it concurrently. */
function store(files: Built): void {
  fs.mkdirSync(path.dirname(built), { recursive: true })
  const written = `${built}.${process.pid}`
  fs.writeFileSync(written, JSON.stringify(files))
  fs.renameSync(written, built)
}

/** Hashes all sources of the package. The lockfile stands for its dependencies. */
function hashSources(): string {
  const folders = [
    'cli',
    'cli/sync',
    'cli/tunnel',
    'cli/tunnel/actions',
    'cli/tunnel/mcp',
    'scripts/release',
    'server/assembly',
    'server/platform',
    'contract',
  ]
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder))
      .toSorted()
      .filter((name) => /\.(ts|js|json)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => path.join(root, folder, name)),
  )
  const hash = createHash('sha256')
  for (const file of [...files, path.join(root, 'package-lock.json')])
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

if (import.meta.main) await buildCli()
