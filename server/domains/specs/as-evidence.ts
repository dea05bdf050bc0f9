import { databaseTime } from '../../database/clock.ts'
import type { Queries } from '../../database/connect.ts'
import { changeRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { evidenceKind, shownEvidence } from '../evidence/evidence.ts'
import type { EvidenceRow } from '../evidence/tables.ts'
import type { InProject } from '../items/find-item.ts'
import { specKeyPattern } from './spec.ts'
import type { SpecRow, SpecStatus } from './tables.ts'

type Judged = Pick<EvidenceRow, 'status' | 'finding'>

/** What a spec is worth at a gate: only what was approved is certain, and what is over counts no longer. */
export function evaluateSpec({ key, status }: Pick<SpecRow, 'key' | 'status'>): Judged {
  return { status: worth[status], finding: `${key} is ${words[status]}.` }
}

const worth = {
  draft: 'unverified',
  review: 'unverified',
  approved: 'verified',
  archived: 'failed',
} as const satisfies Record<SpecStatus, EvidenceRow['status']>

const words: Record<SpecStatus, string> = {
  draft: 'a draft, and not approved yet',
  review: 'in review, and not approved yet',
  approved: 'approved',
  archived: 'archived, and no longer counts',
}

/** Whether a piece of evidence names a spec of this instance, and not an address. */
export function namesSpec(reference: string | null | undefined): boolean {
  return specKeyPattern.test(reference ?? '')
}

/** What is known of the spec of this project that is called so. */
export async function findSpecAsEvidence(
  db: Queries,
  { organization_id, project_id }: InProject,
  reference: string,
): Promise<Judged> {
  const [spec] = await db.run<Pick<SpecRow, 'key' | 'status'>>(
    `select key, status from specs
      where organization_id = $1 and key = upper($3) and project_id = $2 and deleted_at is null`,
    [organization_id, project_id, reference],
  )
  const missing = `There is no spec ${reference.toUpperCase()} in this project.`
  return spec ? evaluateSpec(spec) : { status: 'failed', finding: missing }
}

/** Evidence that names a spec tells what the spec is now: it is looked at again when that changes. */
export async function reverifySpecEvidence(ctx: Context, spec: SpecRow): Promise<void> {
  const named = await ctx.db.run<EvidenceRow>(
    `select ${shownEvidence} from evidence e
      where e.project_id = $1 and upper(e.reference) = $2 and e.kind = 'spec' and e.deleted_at is null
      order by e.id for update`,
    [spec.project_id, spec.key],
  )
  if (named.length === 0) return
  const judged = await findSpecAsEvidence(ctx.db, spec, spec.key)
  // What the caller of this changes is the spec: its version says nothing about the evidence.
  const { id, network, userAgent, cookies } = ctx.request
  const unguarded = { ...ctx, request: { id, network, userAgent, cookies } }
  const found = { ...judged, source: specSource, checked_at: databaseTime() }
  for (const row of named) await changeRow(unguarded, evidenceKind, row, found, 'evidence.checked')
}

export const specSource = 'The specs of this project.'
