import { OperatorError } from '../platform/operator-error.ts'

export class VectorsMissing extends OperatorError {}

interface Client {
  query(sql: string): Promise<{ rows: object[] }>
}

// The first version with half-precision vectors.
const minVersion = [0, 7]

/**
 * Checks, before the schema is changed, that a PostgreSQL server has the extension pgvector, and adds it to the
 * database. Only a superuser can add it. The embedded database includes it.
 */
export async function requireVectors(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::integer / 10000 as server, current_database() as database,
            (select extversion from pg_extension where extname = 'vector') as installed,
            (select default_version from pg_available_extensions where name = 'vector') as available`,
  )
  const { server, database, installed, available } = rows[0] as VectorSupport
  const version = installed ?? available
  if (version === null)
    throw new VectorsMissing(
      `This PostgreSQL server lacks the extension pgvector. Install the package postgresql-${server}-pgvector on it, ` +
        `or run scripts/install-pgvector.sh there, then start again: see docs/self-hosting.md.`,
    )
  if (isOlder(version))
    throw new VectorsMissing(
      `This PostgreSQL server has pgvector ${version}, and Baton needs ${minVersion.join('.')} or newer. ` +
        `Install a newer one, then run "alter extension vector update" in the database "${database}".`,
    )
  if (installed !== null) return
  try {
    await client.query('create extension if not exists vector')
  } catch (error) {
    throw new VectorsMissing(
      `The extension pgvector can't be added to the database "${database}" (${(error as Error).message}). ` +
        `Ask a superuser to run "create extension vector" in it once, then start again.`,
    )
  }
}

interface VectorSupport {
  server: number
  database: string
  installed: string | null
  available: string | null
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < minVersion[0]! || (major === minVersion[0] && minor < minVersion[1]!)
}
