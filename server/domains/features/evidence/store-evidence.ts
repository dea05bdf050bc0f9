import { changeRow, concerning } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { type OnFeature, requireOpen } from '../access.ts'
import { featureKind, itemOf } from '../feature.ts'
import type { FeatureRow } from '../tables.ts'
import { evidenceKind } from './evidence.ts'
import { evidenceWords } from './kinds.ts'
import { requireRoom } from '../../membership/plans.ts'
import type { Finding } from './verify-evidence.ts'
import { type Piece, gateOf } from './piece.ts'
import type { EvidenceRow } from './tables.ts'

/** Limit per feature, because a feature is always read with all its evidence. */
const maxPieces = 500

/** Stores pieces of evidence with their findings. Sets a planned or returned feature to active. */
export async function storeEvidence(
  ctx: Context & OnFeature,
  pieces: Piece[],
  findings: Finding[],
): Promise<{ evidence: EvidenceRow[]; feature: FeatureRow }> {
  const { feature } = ctx
  requireOpen(feature)
  await requireWithinLimit(ctx, pieces.length)
  const bytes = pieces.reduce((total, { content = '' }) => total + Buffer.byteLength(content), 0)
  await requireRoom(ctx, feature.organization_id, 'storage', bytes)
  const evidence: EvidenceRow[] = []
  for (const [index, piece] of pieces.entries())
    evidence.push(await insertEvidence(ctx, piece, findings[index]!))
  const { project_slug: _, right: __, ...before } = feature
  const isWaiting = before.status === 'planned' || before.status === 'changes_requested'
  const after = isWaiting
    ? await changeRow<FeatureRow>(ctx, featureKind, before, { status: 'active' })
    : before
  return { evidence, feature: after }
}

async function insertEvidence(
  ctx: Context & OnFeature,
  piece: Piece,
  finding: Finding,
): Promise<EvidenceRow> {
  const { feature } = ctx
  const gate = gateOf(feature, piece)
  const [row] = await ctx.db.run<EvidenceRow>(
    sql`insert into evidence (id, organization_id, project_id, feature_id, feature_key, gate, round, kind, title, reference,
       content, status, finding, source, checked_at, result, repo_id, commit, branch, paths, created_by)
     values (${newId()}, ${feature.organization_id}, ${feature.project_id}, ${feature.id}, ${feature.key}, ${gate},
       ${feature.round}, ${piece.kind}, ${titleOf(piece)}, ${piece.reference ?? null}, ${piece.content ?? null},
       ${finding.status}, ${finding.finding}, ${finding.source}, ${finding.checked_at},
       ${finding.result && JSON.stringify(finding.result)}, ${finding.repo_id}, ${finding.commit ?? piece.commit ?? null},
       ${piece.branch ?? null}, ${piece.paths ?? []}, ${JSON.stringify(actorOf(ctx.caller))}) returning *`,
  )
  const { kind, title, reference, round, status } = row!
  ctx.record({
    type: 'evidence.added',
    ...concerning(evidenceKind, row!),
    version: 1,
    data: { item: itemOf(feature), gate, round, kind, title, reference, status, finding: finding.finding },
  })
  return row!
}

async function requireWithinLimit({ db, feature }: Context & OnFeature, more: number): Promise<void> {
  const [existing] = await db.run<{ count: number }>(
    sql`select count(*)::int as count from evidence where feature_id = ${feature.id} and deleted_at is null`,
  )
  if (existing!.count + more > maxPieces)
    reject('too_many', { most: maxPieces, things: 'pieces of evidence' })
}

/** Returns the given title, or derives one from the reference, the first line or the kind. */
function titleOf({ title, kind, reference, content }: Piece): string {
  const [firstLine = ''] = kind === 'note' ? content!.trim().split('\n') : []
  const noun = evidenceWords[kind]
  return title || (reference ?? firstLine).slice(0, 200) || noun[0]!.toUpperCase() + noun.slice(1)
}
