import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { Actor, Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import { evidenceKinds, evidenceStatuses } from './kinds.ts'
import type { EvidenceRow } from './tables.ts'

/** The shape the world sees. */
export const Evidence = z
  .object({
    id: z.uuid(),
    feature: z.string().describe('The number of its feature: WEB-42.'),
    gate: z.string().describe('The gate that it was brought for.'),
    round: z.int().describe('The round of the feature that it was brought in, and counts in.'),
    kind: z.enum(evidenceKinds),
    title: z.string(),
    reference: z.string().nullable().describe('What it points to: a link, a commit, a path.'),
    content: z.string().nullable().describe('The text of a note. Of a test report only the result is told.'),
    status: z.enum(evidenceStatuses),
    finding: z.string().describe('Why it has this status.'),
    source: z.string().nullable().describe('Where that was learned.'),
    checkedAt: z.iso.datetime().nullable().describe('When it was looked into.'),
    result: z
      .object({
        format: z.enum(['junit', 'tap']),
        tests: z.int(),
        failures: z.int(),
        errors: z.int(),
        skipped: z.int(),
        failed: z.array(z.string()).describe('The names of the first tests that failed.'),
      })
      .nullable()
      .describe('What a test report says.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        check: z.boolean().describe('Have it looked into again.'),
        delete: z.boolean().describe('Take it back.'),
      })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Evidence' })

export function evidenceFromRow(
  row: EvidenceRow,
  right: ProjectRight,
  caller: Caller,
): z.output<typeof Evidence> {
  const edit = hasRight(right, 'edit')
  const take = edit && (hasRight(right, 'manage') || isContributor(caller, row.created_by))
  return {
    id: row.id,
    feature: row.feature_key,
    gate: row.gate,
    round: row.round,
    kind: row.kind,
    title: row.title,
    reference: row.reference,
    content: row.kind === 'test_report' ? null : row.content,
    status: row.status,
    finding: row.finding,
    source: row.source,
    checkedAt: row.checked_at,
    result: row.result,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, { check: edit, delete: take }),
  }
}

/** Whether the caller brought it, or an agent that acted for them. An agent takes back only what it brought itself. */
export function isContributor(caller: Caller, { kind, id, onBehalfOf }: Actor): boolean {
  if (caller.kind === 'anonymous') return false
  if (caller.agent) return kind === 'agent' && id === caller.agent.id
  return [id, onBehalfOf?.id].includes(caller.user.id)
}

/** The columns that the shape is made of, of the evidence `e`: a report of a megabyte is read only to be judged. */
export const shownEvidence = `e.id, e.organization_id, e.project_id, e.feature_id, e.feature_key, e.gate, e.round, e.kind,
  e.title, e.reference, case when e.kind <> 'test_report' then e.content end as content, e.status, e.finding, e.source,
  e.checked_at, e.result, e.created_by, e.created_at, e.updated_at, e.version, e.deleted_at, e.deleted_by`

export const evidenceKind: Kind<EvidenceRow> = {
  name: 'evidence',
  table: 'evidence',
  key: 'feature_key',
  project: 'project_id',
}

export const evidenceRef = reference('evidence', 'The evidence: its id.')
