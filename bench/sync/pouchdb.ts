import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ready } from '../../test/partners/server-process.ts'
import { freePort } from '../../test/partners/postgres.ts'

/** PouchDB's server, in the newest version of the registry. */
const packageName = 'pouchdb-server'

interface Document {
  _id: string
  _rev?: string
}

export interface PouchDb {
  /** Writes documents in one request, and returns them with their new revisions. */
  write<Doc extends Document>(docs: Doc[]): Promise<(Doc & { _rev: string })[]>
  /** Reads a page of changes with their documents. */
  changes(since: string | number, limit: number): Promise<{ results: unknown[]; last_seq: string | number }>
}

/** Runs `work` on a PouchDB server with an empty database. Installs it for this run only. */
export async function onPouchDb(work: (server: PouchDb, storage: string) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-pouchdb-'))
  const port = await freePort()
  // Without scripts, because building its LevelDB takes minutes where there is no prebuilt one.
  const flags = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
  execFileSync('npm', ['install', ...flags, packageName])
  const storage = hasLevelDb(folder) ? 'LevelDB' : 'memory'
  const program = path.join(folder, 'node_modules', packageName, 'bin/pouchdb-server')
  const output = path.join(folder, 'output.log')
  const log = fs.openSync(output, 'a')
  const child = spawn(
    process.execPath,
    [program, '--port', String(port), '--no-stdout-logs', ...(storage === 'memory' ? ['--in-memory'] : [])],
    { cwd: folder, stdio: ['ignore', log, log] },
  )
  try {
    const url = `http://127.0.0.1:${port}`
    await ready(url, child, output, '/')
    const database = `${url}/bench`
    await request(database, { method: 'PUT' })
    await work(clientOf(database), storage)
  } finally {
    child.kill('SIGKILL')
    fs.closeSync(log)
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns whether the native module of its disk storage works on this machine. */
function hasLevelDb(folder: string): boolean {
  try {
    execFileSync(process.execPath, ['-e', `require('leveldown')`], { cwd: folder, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function clientOf(database: string): PouchDb {
  return {
    async write(docs) {
      const results = (await request(`${database}/_bulk_docs`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ docs }),
      })) as { id: string; rev?: string }[]
      // In an order of its own.
      const revisions = new Map(results.map(({ id, rev }) => [id, rev]))
      return docs.map((doc) => {
        const { _id: id } = doc
        const rev = revisions.get(id)
        if (rev === undefined) throw new Error(`PouchDB rejected the document ${id}.`)
        return { ...doc, _rev: rev }
      })
    },
    async changes(since, limit) {
      const query = new URLSearchParams({ since: String(since), limit: String(limit), include_docs: 'true' })
      return (await request(`${database}/_changes?${query.toString()}`)) as {
        results: unknown[]
        last_seq: string | number
      }
    },
  }
}

async function request(url: string, options: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return response.json()
}
