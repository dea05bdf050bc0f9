import { OperatorError } from '../platform/operator-error.ts'

export class VectorsMissing extends OperatorError {}

interface Asking {
  query(sql: string): Promise<{ rows: object[] }>
}

// Half-precision vectors came with it.
const least = [0, 7]

/**
 * Sees to it that the database can compare vectors, before anything is changed in it. The embedded one can; a PostgreSQL
 * server needs the extension pgvector, which only a superuser may add to a database.
 */
export async function requireVectors(client: Asking): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::integer / 10000 as server, current_database() as database,
            (select extversion from pg_extension where extname = 'vector') as installed,
            (select default_version from pg_available_extensions where name = 'vector') as available`,
  )
  const { server, database, installed, available } = rows[0] as Standing
  const version = installed ?? available
  if (version === null)
    throw new VectorsMissing(
      `This PostgreSQL server lacks the extension pgvector. Install the package postgresql-${server}-pgvector on it, ` +
        `or run scripts/install-pgvector.sh there, then start again: see docs/self-hosting.md.`,
    )
  if (isOlder(version))
    throw new VectorsMissing(
      `This PostgreSQL server has pgvector ${version}, and Baton needs ${least.join('.')} or newer. ` +
        `Install a newer one, then run "alter extension vector update" in the database "${database}".`,
    )
  if (installed !== null) return
  try {
    await client.query('create extension if not exists vector')
  } catch (error) {
    throw new VectorsMissing(
      `The extension pgvector cannot be added to the database "${database}" (${(error as Error).message}). ` +
        `Let a superuser run "create extension vector" in it once, then start again.`,
    )
  }
}

interface Standing {
  server: number
  database: string
  installed: string | null
  available: string | null
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < least[0]! || (major === least[0] && minor < least[1]!)
}
