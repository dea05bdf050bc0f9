import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { Secrets } from '../../platform/secrets.ts'

export function sealToken(secrets: Secrets, repoId: string, token: string): Buffer {
  return secrets.encrypt(purposeOf(repoId), token)
}

/** Decrypts the repository's own token. Call it only right before reading the repository. */
export async function tokenOf(db: Queries, secrets: Secrets, repoId: string): Promise<string | undefined> {
  const [row] = await db.run<{ token: Buffer | null }>(sql`select token from repos where id = ${repoId}`)
  return row?.token ? secrets.decrypt(purposeOf(repoId), row.token) : undefined
}

function purposeOf(repoId: string): string {
  return `repository ${repoId}`
}
