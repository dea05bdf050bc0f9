import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../server/database/connect.ts'
import { migrate } from '../server/database/migrate.ts'
import { seed } from '../server/assembly/seed.ts'
import { startPostgres } from '../test/partners/postgres.ts'
import { type ServerProcess, startServerProcess } from '../test/partners/server-process.ts'

/** An instance on either database. */
export interface AnyInstance {
  settings: Record<string, string>
  /** The process id of its PostgreSQL, whose children serve the connections. */
  postgres?: number
  /** Starts the server or another program in its own process, which ends with the instance. */
  start(program?: URL, environment?: Record<string, string>): Promise<ServerProcess>
}

export interface Instance extends AnyInstance {
  settings: Record<string, string> & { DATABASE_URL: string }
  postgres: number
}

/** Runs `work` on an empty instance with its own PostgreSQL and without rate limits. Removes all files afterwards. */
export async function onInstance(work: (instance: Instance) => Promise<void>): Promise<void> {
  const postgres = await startPostgres()
  try {
    await inFolder(async (folder, programs) => {
      const settings = await settingsOf(postgres.url(await postgres.createDatabase()), folder)
      await work({ settings, postgres: postgres.pid(), ...programs(settings) })
    })
  } finally {
    postgres.stop('immediate')
    postgres.remove()
  }
}

/** Runs `work` on an empty instance with the embedded database. Only one of its servers can run at a time. */
export function onEmbeddedInstance(work: (instance: AnyInstance) => Promise<void>): Promise<void> {
  return inFolder(async (folder, programs) => {
    const settings = { DB_CONNECTION: 'pglite', DATA_DIR: folder, ...withoutLimits }
    await work({ settings, ...programs(settings) })
  })
}

type Programs = (settings: Record<string, string>) => Pick<AnyInstance, 'start'>

/** Runs `work` in a temporary folder, and stops the programs that it started. */
async function inFolder(work: (folder: string, programs: Programs) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const started: ServerProcess[] = []
  try {
    await work(folder, (settings) => ({
      async start(program, environment = settings) {
        const output = path.join(folder, `${started.length}.log`)
        const server = await startServerProcess(environment, { output, ...(program && { program }) })
        started.push(server)
        return server
      },
    }))
  } finally {
    for (const server of started) await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const withoutLimits = {
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_MCP: '1000000',
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
    ...withoutLimits,
  }
}
