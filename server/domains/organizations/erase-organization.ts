import type { Queries } from '../../database/connect.ts'

/**
 * Removes an organization with all that is in it and in its sandbox, for good. Whoever calls it holds it. Answers the
 * keys and tokens that have ended with it.
 */
export async function eraseOrganization(db: Queries, id: string): Promise<string[]> {
  const both = await withSandbox(db, id)
  const ended = await db.run<{ id: string }>('select id from credentials where organization_id = any($1)', [
    both,
  ])
  await db.run('delete from organizations where id = $1', [id])
  // The journal comes last: whoever was still writing has ended by then, and left their last row.
  await db.run('delete from journal where organization_id = any($1)', [both])
  return ended.map((credential) => credential.id)
}

/** An organization and its sandbox: what is taken from somebody in the one is taken in the other. */
export async function withSandbox(db: Queries, id: string): Promise<string[]> {
  const both = await db.run<{ id: string }>('select id from organizations where id = $1 or sandbox_of = $1', [
    id,
  ])
  return both.map((organization) => organization.id)
}
