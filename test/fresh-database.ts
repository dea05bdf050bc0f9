import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readMigrations } from '../server/database/migrate.ts'
import { readConfig, startServer } from '../server/start.ts'
import { type Engine, quietSettings } from './settings.ts'
import { leaveUnsynced } from './unsynced.ts'

/** Returns the settings of a new database with its schema. Copies a template, because creating one takes seconds. */
export async function freshDatabase(engine: Engine): Promise<Record<string, string>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-test-'))
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  leaveUnsynced(folder)
  if (engine === 'pglite') {
    // `cp` copies a thousand small files five times as fast as Node.
    execFileSync('cp', ['-R', await embeddedTemplate(), path.join(folder, 'database')])
    return { DATA_DIR: folder }
  }
  const { createDatabase, templateName } = await import('./postgres-template.ts')
  return {
    DATA_DIR: folder,
    DB_CONNECTION: 'pgsql',
    DATABASE_URL: await createDatabase(templateName),
    SECRET_KEY: 'a secret key that only the tests use',
  }
}

/** Creates a new instance without users. Starts a server on it once, so that later starts have nothing to set up. */
export async function makeTemplate(settings: Record<string, string>): Promise<void> {
  const server = await startServer(readConfig({ ...quietSettings, AUTO_MIGRATE: 'true', ...settings }), {
    jobs: false,
    search: false,
    webhooks: { run: false },
    followers: false,
  })
  await server.stop()
}

/**
 * Returns the folder of the template of the embedded database, cached for each version of its sources. Creates it
 * beside its place and renames it, so that it is always complete.
 */
export async function embeddedTemplate(): Promise<string> {
  const version = createHash('sha256')
  for (const { checksum } of readMigrations()) version.update(checksum)
  for (const file of templateSources) version.update(fs.readFileSync(new URL(file, import.meta.url)))
  const cache = new URL('../node_modules/.cache/baton/', import.meta.url).pathname
  const template = path.join(cache, `template-${version.digest('hex').slice(0, 16)}`)
  if (fs.existsSync(template)) return template
  fs.mkdirSync(cache, { recursive: true })
  const folder = fs.mkdtempSync(path.join(cache, 'creating-'))
  await makeTemplate({ DATA_DIR: folder })
  try {
    fs.renameSync(path.join(folder, 'database'), template)
  } catch (error) {
    // Another process created it first.
    if (!fs.existsSync(template)) throw error
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return template
}

const templateSources = [
  '../server/assembly/seed.ts',
  '../server/database/seed.ts',
  '../server/assembly/jobs.ts',
  '../server/database/jobs.ts',
  '../node_modules/pg-boss/package.json',
]
