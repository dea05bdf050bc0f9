import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { Actor } from '../../../database/actor.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { difference } from '../../../platform/difference.ts'
import { type NewRevision, findRevision } from './revisions.ts'

/*
 * An editor saves every few seconds. All saves of one author within ten minutes become one revision, unless another
 * author saves in between.
 */
const minutes = 10

/**
 * Checks whether a save belongs to the last revision. A save with a reason does not. A save that reverts to an earlier
 * revision does not either, so that the text before the revert is kept.
 */
export async function canFoldRevision(
  ctx: Pick<Context, 'db' | 'caller'>,
  { id, number, content, reason = '' }: Pick<NewRevision, 'id' | 'number' | 'content' | 'reason'>,
): Promise<boolean> {
  if (reason !== '') return false
  const [last] = await ctx.db.run<{ created_by: Actor; recent: boolean; is_revert: boolean }>(
    sql`select created_by, created_at > now() - make_interval(mins => ${sql.raw(minutes)}) and reason = '' as recent,
            exists (select 1 from revisions r where r.subject_id = ${id} and r.number < ${number} and r.content = ${content}) as is_revert
       from revisions where subject_id = ${id} and number = ${number}`,
  )
  return last !== undefined && last.recent && !last.is_revert && isSame(last.created_by, actorOf(ctx.caller))
}

/** Overwrites the last revision, which keeps its number and time. */
export async function foldRevision(
  db: Queries,
  revision: NewRevision,
): Promise<{ added: number; removed: number }> {
  const { id, number, title, content, more = {} } = revision
  const before = number > 1 ? await findRevision(db, id, number - 1) : undefined
  const { added, removed } = difference(before?.content ?? '', content)
  await db.run(
    sql`update revisions set title = ${title}, content = ${content}, more = ${JSON.stringify(more)}, added = ${added}, removed = ${removed}
      where subject_id = ${id} and number = ${number}`,
  )
  return { added, removed }
}

/** Compares actors: the same user, or the same agent for the same user. */
function isSame(one: Actor, other: Actor): boolean {
  return one.kind === other.kind && one.id === other.id && one.onBehalfOf?.id === other.onBehalfOf?.id
}
