import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import { sql } from '../../database/sql.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import { canOverride } from './override.ts'
import { type FeatureRow, featureKinds, featureStatuses } from './tables.ts'

/** The API representation of a feature. */
export const Feature = z
  .object({
    id: z.uuid(),
    key: z.string().describe('Number in the project: WEB-42.'),
    project: z.string().describe('Slug of its project.'),
    title: z.string(),
    description: z.string(),
    kind: z.enum(featureKinds),
    workflow: z.string().describe('Slug of its workflow.'),
    status: z.enum(featureStatuses),
    gate: z.string().nullable().describe('Current gate; null once it is done.'),
    round: z.int().describe('Increases each time a review returns it.'),
    progress: z
      .object({ passed: z.int(), total: z.int() })
      .describe('Number of passed gates and of all gates.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Edit it, add evidence and advance it.'),
        override: z.boolean().describe('Override a gate with missing requirements.'),
      })
      .describe('Actions the caller can take.'),
  })
  .meta({ id: 'Feature' })

export interface SeenFeature extends FeatureRow {
  project_slug: string
  right: ProjectRight
}

/** Returns the representation of a feature for the caller. */
export function featureFromRow(row: SeenFeature, caller: Caller): z.output<typeof Feature> {
  const canEdit = hasRight(row.right, 'edit')
  return {
    id: row.id,
    key: row.key,
    project: row.project_slug,
    title: row.title,
    description: row.description,
    kind: row.kind,
    workflow: row.workflow,
    status: row.status,
    gate: row.gate,
    round: row.round,
    progress: { passed: gatesPassed(row), total: row.gates.length },
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, { edit: canEdit, override: canEdit && canOverride(caller) }),
  }
}

/** Returns the number of passed gates, which is also the index of the current gate. */
export function gatesPassed({ gates, gate, status }: Pick<FeatureRow, 'gates' | 'gate' | 'status'>): number {
  if (status === 'done') return gates.length
  return Math.max(
    0,
    gates.findIndex(({ name }) => name === gate),
  )
}

/** The tables of a feature (`f`) and its project (`p`). */
export const fromFeatures = sql`features f join projects p on p.id = f.project_id`

export const featureKind: Kind<FeatureRow> = {
  name: 'feature',
  table: 'features',
  jsonLists: ['gates'],
  key: 'key',
  project: 'project_id',
}

/** Returns the `item` of an event about a feature, which adds the event to the feature's history. */
export function itemOf({ id, key }: FeatureRow) {
  return { kind: featureKind.name, id, key }
}

/** A reference to a feature in any input. */
export const featureRef = reference('feature', 'The feature: number (WEB-42) or id.')

export const featureFields = {
  title: z.string().trim().min(1).max(300).describe('Title, in one line.'),
  description: z.string().max(50_000).describe('Description, in Markdown.'),
  kind: z.enum(featureKinds).describe('Kind of work.'),
}

/** Fields that can be edited directly. The current gate changes only by passing gates. */
export const changedFeatureFields = {
  title: featureFields.title.optional(),
  description: featureFields.description.optional(),
  kind: featureFields.kind.optional(),
  status: z
    .enum(['active', 'cancelled'])
    .optional()
    .describe('cancelled stops it, active reopens it. Other statuses follow from the gates.'),
}
