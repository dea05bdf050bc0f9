import { databaseTime } from '../../../database/clock.ts'
import type { Queries } from '../../../database/connect.ts'
import { changeRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { evidenceKind, shownEvidence } from '../../features/evidence/evidence.ts'
import type { EvidenceRow } from '../../features/evidence/tables.ts'
import type { InProject } from '../../work/items/find-item.ts'
import { specKeyPattern } from './spec.ts'
import type { SpecRow, SpecStatus } from './tables.ts'

type Evaluation = Pick<EvidenceRow, 'status' | 'finding'>

/** Evaluates a spec as evidence at a gate: an approved spec is verified, and an archived one no longer counts. */
export function evaluateSpec({ key, status }: Pick<SpecRow, 'key' | 'status'>): Evaluation {
  return { status: evidenceStatuses[status], finding: `${key} is ${findings[status]}.` }
}

const evidenceStatuses = {
  draft: 'unverified',
  review: 'unverified',
  approved: 'verified',
  archived: 'failed',
} as const satisfies Record<SpecStatus, EvidenceRow['status']>

const findings: Record<SpecStatus, string> = {
  draft: 'a draft, and not approved yet',
  review: 'in review, and not approved yet',
  approved: 'approved',
  archived: 'archived, and no longer counts',
}

/** Returns whether the evidence references a spec of this instance, not a URL. */
export function namesSpec(reference: string | null | undefined): boolean {
  return specKeyPattern.test(reference ?? '')
}

/** Evaluates the spec of this project that the reference names. */
export async function findSpecAsEvidence(
  db: Queries,
  { organization_id, project_id }: InProject,
  reference: string,
): Promise<Evaluation> {
  const [spec] = await db.run<Pick<SpecRow, 'key' | 'status'>>(
    sql`select key, status from specs
      where organization_id = ${organization_id} and key = upper(${reference}) and project_id = ${project_id} and deleted_at is null`,
  )
  const missing = `There is no spec ${reference.toUpperCase()} in this project.`
  return spec ? evaluateSpec(spec) : { status: 'failed', finding: missing }
}

/** Re-evaluates all evidence that references a spec after the spec changed. */
export async function reverifySpecEvidence(ctx: Context, spec: SpecRow): Promise<void> {
  const rows = await ctx.db.run<EvidenceRow>(
    sql`select ${shownEvidence} from evidence e
      where e.project_id = ${spec.project_id} and upper(e.reference) = ${spec.key} and e.kind = 'spec' and e.deleted_at is null
      order by e.id for update`,
  )
  if (rows.length === 0) return
  const evaluation = await findSpecAsEvidence(ctx.db, spec, spec.key)
  // Drops the request's expected version: it belongs to the spec, not to the evidence.
  const { id, network, userAgent, cookies } = ctx.request
  const unguarded = { ...ctx, request: { id, network, userAgent, cookies } }
  const set = { ...evaluation, source: specSource, checked_at: databaseTime() }
  for (const row of rows) await changeRow(unguarded, evidenceKind, row, set, 'evidence.checked')
}

export const specSource = 'The specs of this project.'
