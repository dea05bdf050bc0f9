import { isDoneBy } from '../../../operations/actor.ts'
import { sql } from '../../../database/sql.ts'
import {
  type OnDecision,
  onDecision,
  type SeenDecision,
  decisionAccess,
  fromDecisions,
  seenDecision,
} from './access.ts'
import { Decision, sharedFields } from './decision.ts'
import { changeDecision, deleteDecision, getDecision, listDecisions } from './decisions.ts'
import { type UndoableKind, undoableThrough, plainFields } from '../../../operations/undoable.ts'
import { type ResourceKind, mapPage, record, uriOf } from '../../../operations/resource.ts'
import type { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { stillVisibleTo, trashedKnowledge } from '../knowledge-kind.ts'

export const trashedDecisions = trashedKnowledge(decisionAccess)

/** Excludes the outcome: a resolved decision is reopened or superseded, never undone. */
export const undoableDecision: UndoableKind<OnDecision> = undoableThrough('decision', onDecision('edit'), {
  types: ['decision.updated'],
  fields: plainFields('title', 'context', 'rationale', 'alternatives', 'tags'),
  change: (ctx, set) => changeDecision(ctx, set),
  remove: deleteDecision,
})

export const decisionResource: ResourceKind = {
  name: 'decision',
  title: 'Decision',
  description: 'A decision with its comments, and the decisions that it supersedes or that supersede it.',
  mimeType: 'application/json',
  async show(query, decision) {
    const shown = await query(getDecision, { decision })
    return record(uriOf('decision', shown.key), shown.title, shown)
  },
  complete: (query, page, { filled: { project } }) =>
    mapPage(query(listDecisions, { ...(project && { project }), ...page }), ({ key, title }) => [key, title]),
}

export const OwnDecision = Decision.omit({ may: true, supersedes: true, supersededBy: true })

/** Returns the decisions that a user or their agents logged and that the user can still see, newest first. */
export async function ownDecisions(
  db: Queries,
  userId: string,
  limit: number,
): Promise<z.output<typeof OwnDecision>[]> {
  const rows = await db.run<SeenDecision>(
    sql`select ${seenDecision} from ${fromDecisions}
      where d.deleted_at is null and ${isDoneBy(userId, sql`d.created_by`)}
        and ${stillVisibleTo('d', userId, { guests: false })}
      order by d.id desc limit ${limit}`,
  )
  return rows.map(sharedFields)
}
