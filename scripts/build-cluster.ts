import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { packCluster } from '../server/database/packed-cluster.ts'
import { initializeCluster } from '../server/database/pglite-cluster.ts'

const packed = fileURLToPath(new URL('../server/database/packed-cluster.bin', import.meta.url))
const mark = fileURLToPath(new URL('../node_modules/.cache/baton/cluster', import.meta.url))

/** Writes the files of a new embedded database, unless the installed PGlite has already written them. */
export async function buildCluster(): Promise<void> {
  const lock = fs.readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version: string }> }
  const { version } = packages['node_modules/@electric-sql/pglite']!
  const isCurrent = fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === version
  if (isCurrent && fs.existsSync(packed)) return
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-cluster-'))
  try {
    await initializeCluster(folder)
    packCluster(folder)
    fs.mkdirSync(path.dirname(mark), { recursive: true })
    fs.writeFileSync(mark, version)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) await buildCluster()
