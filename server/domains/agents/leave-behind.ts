import type { Context } from '../../operations/context.ts'

/*
 * What an agent leaves behind that other domains keep: its memory and its sessions.
 */

/** Keeps what it learned, where it is found only by who asks for it. Answers how many entries. */
export async function archiveMemoriesOf({ db }: Context, agentId: string): Promise<number> {
  const rows = await db.run(
    `update memories set archived_at = now(), version = version + 1, updated_at = now()
      where agent_id = $1 and deleted_at is null and archived_at is null returning id`,
    [agentId],
  )
  return rows.length
}

export async function deleteMemoriesOf({ db }: Context, agentId: string): Promise<number> {
  const rows = await db.run(
    `with gone as (delete from memories where agent_id = $1 returning id),
          forgotten as (delete from search_entries where subject_id in (select id from gone))
     select id from gone`,
    [agentId],
  )
  return rows.length
}

/** With its agent comes back what was archived with it. */
export async function unarchiveMemoriesOf({ db }: Context, agentId: string): Promise<number> {
  const rows = await db.run(
    `update memories set archived_at = null, version = version + 1, updated_at = now()
      where agent_id = $1 and archived_at is not null returning id`,
    [agentId],
  )
  return rows.length
}

export async function endSessionsOf({ db }: Context, agentId: string): Promise<number> {
  const rows = await db.run(
    `update sessions set ended_at = now(), version = version + 1, updated_at = now()
      where agent_id = $1 and ended_at is null and deleted_at is null returning id`,
    [agentId],
  )
  return rows.length
}
