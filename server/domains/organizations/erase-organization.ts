import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'

/**
 * Deletes an organization, its sandbox and all their data permanently. The caller must have locked the organization.
 * Returns the ids of the deleted keys and tokens.
 */
export async function eraseOrganization(db: Queries, id: string): Promise<string[]> {
  const both = await withSandbox(db, id)
  const credentials = await db.run<{ id: string }>(
    sql`select id from credentials where organization_id = any(${both})`,
  )
  await db.run(sql`delete from organizations where id = ${id}`)
  // The journal comes last: by then concurrent writers have finished, so no later row can appear.
  await db.run(sql`delete from journal where organization_id = any(${both})`)
  return credentials.map((credential) => credential.id)
}

/** Returns the ids of an organization and its sandbox, because access always ends in both. */
export async function withSandbox(db: Queries, id: string): Promise<string[]> {
  const both = await db.run<{ id: string }>(
    sql`select id from organizations where id = ${id} or sandbox_of = ${id}`,
  )
  return both.map((organization) => organization.id)
}
