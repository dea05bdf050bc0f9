import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { makeTemplate } from './fresh-database.ts'

/** Databases on the server that `npm test` started and whose URL it passes in TEST_POSTGRES_URL. */
export const templateName = 'baton_template'

/** Copies the files of the template. The default strategy writes to the log and needs over twice the CPU time. */
export async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${template} strategy file_copy`)
  return addressOf(name)
}

export async function createTemplate(): Promise<void> {
  await administer(`create database ${templateName} template template0`)
  await makeTemplate({
    DB_CONNECTION: 'pgsql',
    DATABASE_URL: addressOf(templateName),
    SECRET_KEY: 'a secret key that only the tests use',
  })
}

function addressOf(database: string): string {
  const address = new URL(process.env.TEST_POSTGRES_URL!)
  address.pathname = `/${database}`
  return address.toString()
}

/** Replaces a database with a copy, as a failover to an older replica does. Ends all connections to it. */
export async function replaceDatabase(url: string, copyUrl: string): Promise<void> {
  const [name, copy] = [url, copyUrl].map((each) => new URL(each).pathname.slice(1))
  await administer(`alter database ${name} with allow_connections false`)
  await administer(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  await administer(`alter database ${name} rename to ${name}_lost`)
  await administer(`alter database ${copy} rename to ${name}`)
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf('postgres') })
  await client.connect()
  await client.query(sql)
  await client.end()
}
