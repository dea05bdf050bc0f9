import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { tagsField } from '../../platform/tags.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { ItemName } from '../items/item-name.ts'
import { hasRight } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import type { SeenDecision } from './access.ts'
import { type DecisionRow, type RemarkRow, decisionStatuses } from './tables.ts'

const Alternative = z.object({ title: z.string(), reason: z.string().describe('Why it was not chosen.') })

/** The shape the world sees. */
export const Decision = z
  .object({
    id: z.uuid(),
    key: z.string().describe('Its number in the organization: D-12.'),
    title: z.string(),
    context: z.string(),
    rationale: z.string(),
    alternatives: z.array(Alternative),
    outcome: z.string().describe('What came of it.'),
    status: z.enum(decisionStatuses),
    tags: z.array(z.string()),
    project: z
      .object({ id: z.uuid(), slug: z.string(), name: z.string() })
      .nullable()
      .describe("Null: the whole organization's."),
    supersedes: z.array(ItemName).describe('The decisions in place of which it holds.'),
    supersededBy: ItemName.nullable().describe('The decision that holds in its place.'),
    decidedAt: z.iso.datetime().nullable(),
    decidedBy: Who.nullable(),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Change what it says. Tags can change as long as resolve is allowed.'),
        resolve: z.boolean().describe('Discuss it, and decide what becomes of it.'),
        delete: z.boolean().describe('Delete it.'),
      })
      .describe('What the caller may do with it.'),
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

/** The decisions that one is linked to by what holds in place of what. */
export interface Neighbours {
  supersedes: z.output<typeof ItemName>[]
  superseding: z.output<typeof ItemName> | null
}

/** A decision as the caller sees it. */
export function decisionFromRow(row: SeenDecision & Neighbours, caller: Caller): z.output<typeof Decision> {
  const edit = hasRight(row.right, 'edit')
  return {
    ...decisionItself(row),
    supersedes: row.supersedes,
    supersededBy: row.superseding,
    may: may(caller, { edit: edit && row.status === 'proposed', resolve: edit, delete: edit }),
  }
}

/** The same whoever looks at it. */
export function decisionItself(row: Omit<SeenDecision, 'right'>) {
  const { project_id: id, project_slug: slug, project_name: name } = row
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
    project: id === null ? null : { id, slug: slug!, name: name! },
    decidedAt: row.decided_at,
    decidedBy: row.decided_by && whoFromActor(row.decided_by),
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export function remarkFromRow(row: RemarkRow): z.output<typeof Remark> {
  return { id: row.id, body: row.body, createdBy: whoFromActor(row.created_by), createdAt: row.created_at }
}

export const decisionKind: Kind<DecisionRow> = {
  name: 'decision',
  table: 'decisions',
  key: 'key',
  project: 'project_id',
}

/** How a decision is named in any input. */
export const decisionRef = reference('decision', 'The decision: its number (D-12) or its id.')

export const decisionFields = {
  title: z.string().trim().min(1).max(300).describe('What is decided, in one line.'),
  context: z.string().max(50_000).describe('What made it necessary, in markdown.'),
  rationale: z.string().max(50_000).describe('Why it is the right choice, in markdown.'),
  alternatives: z
    .array(
      z.strictObject({
        title: z.string().trim().min(1).max(300).describe('What else could be done.'),
        reason: z.string().trim().max(5000).default('').describe('Why it is not done.'),
      }),
    )
    .max(20)
    .describe('What else was weighed, and why it was not chosen.'),
  outcome: z.string().max(20_000).describe('What came of it, in markdown.'),
  tags: tagsField,
  project: projectRef,
}

export const remarkField = z.string().trim().min(1).max(20_000).describe('What is to be said, in markdown.')
