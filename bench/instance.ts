import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../server/database/connect.ts'
import { migrate } from '../server/database/migrate.ts'
import { seed } from '../server/assembly/seed.ts'
import { startPostgres } from '../test/partners/postgres.ts'
import { type ServerProcess, startServerProcess } from '../test/partners/server-process.ts'

export interface Instance {
  settings: Record<string, string> & { DATABASE_URL: string }
  /** The process id of its PostgreSQL, whose children serve the connections. */
  postgres: number
  /** Starts the server or another program in its own process, which ends with the instance. */
  start(program?: URL, environment?: Record<string, string>): Promise<ServerProcess>
}

/** Runs `work` on an empty instance with its own PostgreSQL and without rate limits. Removes all files afterwards. */
export async function onInstance(work: (instance: Instance) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const postgres = await startPostgres()
  const started: ServerProcess[] = []
  try {
    const settings = await settingsOf(postgres.url(await postgres.createDatabase()), folder)
    await work({
      settings,
      postgres: postgres.pid(),
      async start(program, environment = settings) {
        const output = path.join(folder, `${started.length}.log`)
        const server = await startServerProcess(environment, { output, ...(program && { program }) })
        started.push(server)
        return server
      },
    })
  } finally {
    for (const server of started) await server.stop()
    postgres.stop('immediate')
    postgres.remove()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function settingsOf(url: string, folder: string) {
  const database = openDatabase({ engine: 'pgsql', url, pool: 2 })
  await migrate(database)
  await seed(database)
  await database.close()
  return {
    DB_CONNECTION: 'pgsql',
    DATABASE_URL: url,
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key that only the benchmarks use',
    RATE_LIMIT_SIGN_IN: '1000000',
    RATE_LIMIT_API: '1000000',
    RATE_LIMIT_MCP: '1000000',
  }
}
