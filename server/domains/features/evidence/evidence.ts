import { z } from 'zod'
import type { Kind } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Actor } from '../../../database/actor.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import { type ProjectRight, hasRight } from '../../projects/access.ts'
import { evidenceKinds, evidenceStatuses } from './kinds.ts'
import type { EvidenceRow } from './tables.ts'

/** The API representation of a piece of evidence. */
export const Evidence = z
  .object({
    id: z.uuid(),
    feature: z.string().describe('Number of its feature: WEB-42.'),
    gate: z.string().describe('Gate that it was added to.'),
    round: z.int().describe('Round of the feature in which it was added and counts.'),
    kind: z.enum(evidenceKinds),
    title: z.string(),
    reference: z.string().nullable().describe('Link, commit or path.'),
    content: z
      .string()
      .nullable()
      .describe('Text of a note. Null for a test report, which has a result instead.'),
    status: z.enum(evidenceStatuses),
    finding: z.string().describe('Reason for the status.'),
    source: z.string().nullable().describe('Source of the finding.'),
    repo: z.uuid().nullable().describe('Repository that it was found in.'),
    commit: z.string().nullable().describe('Commit that it was found in, or that it ran on.'),
    branch: z.string().nullable().describe('Branch that must contain the commit. Null: the default branch.'),
    paths: z.array(z.string()).describe('Files or folders that the commit must change.'),
    checkedAt: z.iso.datetime().nullable().describe('Time of the last check.'),
    result: z
      .object({
        format: z.enum(['junit', 'tap']),
        tests: z.int(),
        failures: z.int(),
        errors: z.int(),
        skipped: z.int(),
        failed: z.array(z.string()).describe('Names of the first failed tests, at most 20.'),
      })
      .nullable()
      .describe('Result of a test report.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        check: z.boolean().describe('Check it again.'),
        delete: z.boolean().describe('Delete it.'),
      })
      .describe('Actions the caller can take.'),
  })
  .meta({ id: 'Evidence' })

export function evidenceFromRow(
  row: EvidenceRow,
  right: ProjectRight,
  caller: Caller,
): z.output<typeof Evidence> {
  const canEdit = hasRight(right, 'edit')
  const canDelete = canEdit && (hasRight(right, 'manage') || isContributor(caller, row.created_by))
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
    repo: row.repo_id,
    commit: row.commit,
    branch: row.branch,
    paths: row.paths,
    checkedAt: row.checked_at,
    result: row.result,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, { check: canEdit, delete: canDelete }),
  }
}

/** Checks whether the caller, or an agent that acted for them, added it. An agent matches only its own evidence. */
export function isContributor(caller: Caller, { kind, id, onBehalfOf }: Actor): boolean {
  if (caller.kind === 'anonymous') return false
  if (caller.agent) return kind === 'agent' && id === caller.agent.id
  return [id, onBehalfOf?.id].includes(caller.user.id)
}

/** Columns of evidence `e` for its representation. Omits the content of test reports, which can be a megabyte. */
export const shownEvidence = sql`e.id, e.organization_id, e.project_id, e.feature_id, e.feature_key, e.gate, e.round, e.kind,
  e.title, e.reference, case when e.kind <> 'test_report' then e.content end as content, e.status, e.finding, e.source,
  e.checked_at, e.result, e.repo_id, e.commit, e.branch, e.paths, e.created_by, e.created_at,
  e.updated_at, e.version, e.deleted_at, e.deleted_by`

export const evidenceKind: Kind<EvidenceRow> = {
  name: 'evidence',
  table: 'evidence',
  key: 'feature_key',
  project: 'project_id',
}

export const evidenceRef = reference('evidence', 'The evidence id.')
