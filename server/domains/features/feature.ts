import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import { mayOverride } from './override.ts'
import { type FeatureRow, featureKinds, featureStatuses } from './tables.ts'

/** The shape the world sees. */
export const Feature = z
  .object({
    id: z.uuid(),
    key: z.string().describe('Its number in the project: WEB-42.'),
    project: z.string().describe('The slug of its project.'),
    title: z.string(),
    description: z.string(),
    kind: z.enum(featureKinds),
    workflow: z.string().describe('The slug of the workflow whose gates it passes.'),
    status: z.enum(featureStatuses),
    gate: z.string().nullable().describe('The gate of its workflow that it stands at; null once it is done.'),
    round: z.int().describe('Counts up each time that it is sent back.'),
    progress: z.object({ passed: z.int(), total: z.int() }).describe('How many of its gates it has passed.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Change it, bring evidence and move it on.'),
        override: z.boolean().describe('Let it pass a gate though something is missing.'),
      })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Feature' })

export interface SeenFeature extends FeatureRow {
  project_slug: string
  right: ProjectRight
}

/** A feature as the caller sees it, with their right in its project. */
export function featureFromRow(row: SeenFeature, caller: Caller): z.output<typeof Feature> {
  const edit = hasRight(row.right, 'edit')
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
    may: may(caller, { edit, override: edit && mayOverride(caller) }),
  }
}

/** How many gates lie behind it, and so the place of the one that it stands at. */
export function gatesPassed({ gates, gate, status }: Pick<FeatureRow, 'gates' | 'gate' | 'status'>): number {
  if (status === 'done') return gates.length
  return Math.max(
    0,
    gates.findIndex(({ name }) => name === gate),
  )
}

/** Reads features `f` of the projects `p`, with what the shape needs. */
export const fromFeatures = 'features f join projects p on p.id = f.project_id'

export const featureKind: Kind<FeatureRow> = {
  name: 'feature',
  table: 'features',
  key: 'key',
  project: 'project_id',
}

/** What an event that is about a feature says it is about: so it is in the feature's history. */
export function itemOf({ id, key }: FeatureRow) {
  return { kind: featureKind.name, id, key }
}

/** How a feature is named in any input. */
export const featureRef = reference('feature', 'The feature: its number (WEB-42) or its id.')

export const featureFields = {
  title: z.string().trim().min(1).max(300).describe('What it is to bring, in one line.'),
  description: z.string().max(50_000).describe('Everything else there is to know, in markdown.'),
  kind: z.enum(featureKinds).describe('What kind of work it is.'),
}

/** What of a feature can be changed by hand. Where it stands changes by passing gates. */
export const changedFeatureFields = {
  title: featureFields.title.optional(),
  description: featureFields.description.optional(),
  kind: featureFields.kind.optional(),
  status: z
    .enum(['active', 'cancelled'])
    .optional()
    .describe('cancelled gives it up, active takes it up again. Everything else comes by passing gates.'),
}
