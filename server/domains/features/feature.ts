import { z } from 'zod'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import { type FeatureRow, featureStatuses } from './tables.ts'

/** The shape the world sees. */
export const Feature = z
  .object({
    id: z.uuid(),
    key: z.string().describe('What it is called in its project.'),
    project: z.string().describe('The slug of its project.'),
    title: z.string(),
    description: z.string(),
    status: z.enum(featureStatuses),
    gate: z.string().nullable().describe('The gate of its workflow that it stands at.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({ edit: z.boolean().describe('Change it and move it on.') })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Feature' })

export interface SeenFeature extends FeatureRow {
  project_slug: string
  right: ProjectRight
}

/** A feature as the caller sees it, with their right in its project. */
export function featureFromRow(row: SeenFeature, caller: Caller): z.output<typeof Feature> {
  return {
    id: row.id,
    key: row.key,
    project: row.project_slug,
    title: row.title,
    description: row.description,
    status: row.status,
    gate: row.gate,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, { edit: hasRight(row.right, 'edit') }),
  }
}
