import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'
import { z } from 'zod'
import type { Kind } from '../../../operations/rows.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { tagsField } from '../../../platform/tags.ts'
import { Who, whoFromActor, authorship, authorshipOf } from '../../../operations/actor.ts'
import { ItemName } from '../../work/items/item-name.ts'
import { hasRight } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { ProjectOfItem, projectOfItem } from '../knowledge-kind.ts'
import type { SeenDecision } from './access.ts'

export const decisionStatuses = ['proposed', 'accepted', 'rejected', 'superseded'] as const
export type DecisionStatus = (typeof decisionStatuses)[number]

export type DecisionRow = Narrow<Rows['decisions'], { alternatives: { title: string; reason: string }[] }>

export type RemarkRow = Rows['remarks']

const Alternative = z.object({
  title: z.string(),
  reason: z.string().describe('Reason for not choosing it.'),
})

/** The API representation of a decision. */
export const Decision = z
  .object({
    id: z.uuid(),
    key: z.string().describe('Number in the organization: D-12.'),
    title: z.string(),
    context: z.string(),
    rationale: z.string(),
    alternatives: z.array(Alternative),
    outcome: z.string().describe('Result of the decision.'),
    status: z.enum(decisionStatuses),
    tags: z.array(z.string()),
    project: ProjectOfItem.nullable().describe('Null: the whole organization.'),
    supersedes: z.array(ItemName).describe('Decisions that it supersedes.'),
    supersededBy: ItemName.nullable().describe('Decision that supersedes it.'),
    decidedAt: z.iso.datetime().nullable(),
    decidedBy: Who.nullable(),
    ...authorship,
    may: z
      .object({
        edit: z.boolean().describe('Change its text. Tags can change while resolve is allowed.'),
        resolve: z.boolean().describe('Discuss and resolve it.'),
        delete: z.boolean().describe('Delete it.'),
      })
      .describe('Actions the caller can take.'),
  })
  .meta({ id: 'Decision' })

export const Remark = z
  .object({
    id: z.uuid(),
    body: z.string().describe('Markdown.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Remark' })

/** The decisions that one supersedes or is superseded by. */
export interface Neighbours {
  supersedes: z.output<typeof ItemName>[]
  superseding: z.output<typeof ItemName> | null
}

/** Returns the representation of a decision for the caller. */
export function decisionFromRow(row: SeenDecision & Neighbours, caller: Caller): z.output<typeof Decision> {
  const edit = hasRight(row.right, 'edit')
  return {
    ...sharedFields(row),
    supersedes: row.supersedes,
    supersededBy: row.superseding,
    may: may(caller, { edit: edit && row.status === 'proposed', resolve: edit, delete: edit }),
  }
}

/** Returns the fields that do not depend on the caller. */
export function sharedFields(row: Omit<SeenDecision, 'right'>) {
  return {
    id: row.id,
    key: row.key,
    title: row.title,
    context: row.context,
    rationale: row.rationale,
    alternatives: row.alternatives,
    outcome: row.outcome,
    status: row.status,
    tags: row.tags,
    project: projectOfItem(row),
    decidedAt: row.decided_at,
    decidedBy: row.decided_by && whoFromActor(row.decided_by),
    ...authorshipOf(row),
  }
}

export function remarkFromRow(row: RemarkRow): z.output<typeof Remark> {
  return { id: row.id, body: row.body, createdBy: whoFromActor(row.created_by), createdAt: row.created_at }
}

export const decisionKind: Kind<DecisionRow> = {
  name: 'decision',
  table: 'decisions',
  jsonLists: ['alternatives'],
  key: 'key',
  project: 'project_id',
}

/** A reference to a decision in any input. */
export const decisionRef = reference('decision', 'The decision: number (D-12) or id.')

export const decisionFields = {
  title: z.string().trim().min(1).max(300).describe('The decision, in one line.'),
  context: z.string().max(50_000).describe('Background and problem, in Markdown.'),
  rationale: z.string().max(50_000).describe('Reasons for the choice, in Markdown.'),
  alternatives: z
    .array(
      z.strictObject({
        title: z.string().trim().min(1).max(300).describe('The alternative.'),
        reason: z.string().trim().max(5000).default('').describe('Reason for not choosing it.'),
      }),
    )
    .max(20)
    .describe('Alternatives considered, at most 20.'),
  outcome: z.string().max(20_000).describe('Result of the decision, in Markdown.'),
  tags: tagsField,
  project: projectRef,
}

export const remarkField = z.string().trim().min(1).max(20_000).describe('Remark, in Markdown.')
