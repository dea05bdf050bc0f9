import { sql } from '../../../database/sql.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import {
  decisionsVisibleTo,
  findDecision,
  requireEdit,
  type OnDecision,
  onDecision,
  type SeenDecision,
  fromDecisions,
  seenDecision,
} from './access.ts'
import { decisionKind, type DecisionRow, Decision, sharedFields } from './decision.ts'
import { changeDecision, deleteDecision, getDecision, listDecisions } from './decisions.ts'
import { type UndoableKind, writeAccess, plainFields } from '../../../operations/undoable.ts'
import { type ResourceKind, mapPage, record, uriOf } from '../../../operations/resource.ts'
import type { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { projectsVisibleTo } from '../../projects/access.ts'

/** Lets users who can delete a decision restore it. */
export const trashedDecisions: TrashKind<DecisionRow> = {
  ...decisionKind,
  async find(db, granted, ref) {
    const decision = await findDecision(db, granted, ref, { lock: true, deleted: true })
    if (decision) requireEdit(decision)
    return decision
  },
  listed(granted) {
    const visible = decisionsVisibleTo(granted)
    return {
      from: sql`decisions t join decisions d on d.id = t.id left join projects p on p.id = d.project_id`,
      where: sql`${visible.where} and (${visible.right}) in ('edit', 'manage')`,
      title: sql`t.title`,
      project: sql`p.slug`,
    }
  },
}

/** Excludes the outcome: a resolved decision is reopened or superseded, never undone. */
export const undoableDecision: UndoableKind<OnDecision> = {
  types: ['decision.updated'],
  fields: plainFields('title', 'context', 'rationale', 'alternatives', 'tags'),
  async lock(ctx, id) {
    const granted = await onDecision('edit').check(writeAccess(ctx), { decision: id })
    return { ...granted, row: { ...granted.decision } }
  },
  change: (ctx, set) => changeDecision(ctx, set),
  remove: deleteDecision,
  field: 'decision',
}

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
      where d.deleted_at is null and ${userId}::uuid::text in (d.created_by ->> 'id', d.created_by -> 'onBehalfOf' ->> 'id')
        and case when d.project_id is null
            then exists (select 1 from organization_members o
                          where o.organization_id = d.organization_id and o.user_id = ${userId} and o.role <> 'guest')
            else d.project_id in (select p.id from ${projectsVisibleTo(userId)} where p.deleted_at is null) end
      order by d.id desc limit ${limit}`,
  )
  return rows.map(sharedFields)
}
