import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { compressAssets, readCompressed } from './compress-assets.ts'
import { OperatorError } from '../server/platform/operator-error.ts'

/** Builds dashboard/dist, unless it was already built from exactly these sources. `--force` always builds. */
const root = fileURLToPath(new URL('..', import.meta.url))
const dashboard = path.join(root, 'dashboard')
const dist = path.join(dashboard, 'dist')
const mark = path.join(dist, '.built')

export async function buildDashboard({ force = false } = {}): Promise<void> {
  if (!force && isCurrent()) return
  // Imported here, so that a start without a build doesn't load it.
  const { build } = await import('vite')
  const shared = new Set(['package-lock.json'])
  const compressed = readCompressed(path.join(dist, 'assets'))
  await build({ root: dashboard, logLevel: 'warn', plugins: [listShared(shared), showProgress()] })
  await compressAssets(path.join(dist, 'assets'), compressed)
  const names = [...shared].toSorted()
  fs.writeFileSync(mark, [hashOfSources(names), ...names].join('\n'))
}

/**
 * Builds the dashboard if it is missing or outdated. A production install has no Vite and serves the dashboard that it
 * came with. The build runs in its own process, so that the server doesn't keep its memory.
 */
export function provideDashboard(): void {
  const isBuilt = fs.existsSync(path.join(dist, 'index.html'))
  const hasSources = fs.existsSync(path.join(dashboard, 'index.html'))
  if (isBuilt && (!hasSources || isCurrent())) return
  if (!hasSources || !isInstalled('vite')) {
    if (isBuilt)
      return console.warn(
        'The dashboard is older than its sources. Run "npm install" to be able to build it.',
      )
    throw new OperatorError(
      'The dashboard is not built. Run "npm install" without --omit=dev, then "npm start".',
    )
  }
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit' })
  if (status !== 0) throw new OperatorError('The dashboard could not be built. See the error above.')
}

/** Compares the sources with those of the last build. The mark lists the files outside dashboard/ that it read. */
function isCurrent(): boolean {
  if (!fs.existsSync(mark)) return false
  const [hash, ...shared] = fs.readFileSync(mark, 'utf8').split('\n')
  return hash === hashOfSources(shared)
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

/** Collects the files of the server and the contract that the dashboard imports. */
function listShared(shared: Set<string>): Plugin {
  return {
    name: 'baton:shared',
    load(id) {
      const name = path.relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/')
      if (/^(server|contract|cli|docs)\//.test(name)) shared.add(name)
    },
  }
}

/** Updates one line with modules and seconds in a terminal. Elsewhere prints a single line, to keep logs short. */
function showProgress(): Plugin {
  const { stdout } = process
  const startedAt = performance.now()
  let modules = 0
  let shownAt = 0
  const show = (text: string, now = performance.now()) => {
    if (!stdout.isTTY || now - shownAt < 100) return
    shownAt = now
    stdout.write(`\r\x1b[K${text}, ${Math.round((now - startedAt) / 1000)} s`)
  }
  if (!stdout.isTTY) console.log('Building the dashboard…')
  return {
    name: 'baton:progress',
    load() {
      show(`Building the dashboard: read ${++modules} modules`)
    },
    renderStart: () => show('Building the dashboard: writing files', Infinity),
    closeBundle() {
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      if (stdout.isTTY) stdout.write(`\r\x1b[KBuilt the dashboard in ${seconds} s.\n`)
    },
  }
}

function hashOfSources(shared: string[]): string {
  const hash = createHash('sha256')
  for (const file of [...filesIn(dashboard), ...shared.map((name) => path.join(root, name))]) {
    hash.update(`${path.relative(root, file)}\0`)
    if (fs.existsSync(file)) hash.update(fs.readFileSync(file))
    hash.update('\0')
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
