import { sql } from '../../../database/sql.ts'
import { anonymous, system } from '../../../operations/caller.ts'
import { type App, type Context, noCookies } from '../../../operations/context.ts'
import { changeRow } from '../../../operations/rows.ts'
import type { CodeFinding } from '../../../operations/services.ts'
import { transact } from '../../../operations/transact.ts'
import { newId } from '../../../platform/ids.ts'
import type { FeatureRow } from '../tables.ts'
import { claimOf } from './code-fields.ts'
import { evidenceKind, shownEvidence } from './evidence.ts'
import { codeKinds } from './kinds.ts'
import { reopenGate } from './reopen-gate.ts'
import type { EvidenceRow } from './tables.ts'
import { findingInCode } from './verify-evidence.ts'

/** The newest evidence of a repository is verified again. Each piece can cost requests to its code host. */
const maxPieces = 500

/**
 * Verifies the evidence in a repository again, after the repository changed. Reopens passed gates whose evidence is no
 * longer true. Also looks for evidence that no repository had before, such as a commit that was not pushed yet. A
 * repository that can't be read changes nothing.
 */
export async function reverifyEvidence(app: App, repoId: string): Promise<void> {
  const rows = await app.database.run<EvidenceRow>(
    sql`select ${shownEvidence} from evidence e
          join features f on f.id = e.feature_id join repos r on r.project_id = e.project_id
        where r.id = ${repoId} and r.deleted_at is null and (e.repo_id = r.id or e.repo_id is null and ${canContributorSee})
          and e.kind = any(${[...codeKinds]}::text[]) and (e.kind <> 'test_report' or e.commit is not null)
          and e.deleted_at is null and f.deleted_at is null and f.status <> 'cancelled'
        order by e.id desc limit ${sql.raw(maxPieces)}`,
  )
  const claimed = rows.flatMap((row) => {
    const claim = claimOf(row)
    return claim ? [{ row, claim }] : []
  })
  if (claimed.length === 0) return
  const found = await app.codeEvidence.verify(
    { projectId: rows[0]!.project_id, repoId },
    claimed.map(({ claim }) => claim),
  )
  for (const [index, { row }] of claimed.entries()) {
    const finding = found?.[index]
    if (finding?.answered && isNews(row, finding)) await storeFinding(app, row, finding)
  }
}

/**
 * Whether the user who added evidence `e` can see repository `r`. Otherwise a guess at a private commit would be
 * confirmed by its verification.
 */
const canContributorSee = sql`(r.private_to is null or exists (select 1 from repo_viewers v
  where v.repo_id = r.id and v.can_read
    and v.user_id::text = coalesce(e.created_by->'onBehalfOf'->>'id', e.created_by->>'id')))`

/** Returns whether a finding can change the row. Another repository may have evidence that this one lacks. */
function isNews(row: EvidenceRow, { repoId, status, finding }: CodeFinding): boolean {
  if (row.repo_id === null) return repoId !== null
  return row.status !== status || !row.finding.endsWith(finding)
}

async function storeFinding(app: App, { id }: EvidenceRow, found: CodeFinding): Promise<void> {
  const request = { id: newId(), network: '', userAgent: '', cookies: noCookies }
  await transact(app, anonymous, request, async (unit) => {
    const ctx: Context = { ...unit, record: (entry) => unit.record({ ...entry, actor: system }) }
    // A concurrent request can have deleted the evidence or its feature.
    const [row] = await ctx.db.run<EvidenceRow>(
      sql`select e.* from evidence e where e.id = ${id} and e.deleted_at is null for update`,
    )
    const [feature] = await ctx.db.run<FeatureRow>(
      sql`select f.* from features f where f.id = ${row?.feature_id ?? null} and f.deleted_at is null for update`,
    )
    if (!row || !feature) return
    const { answered: _, ...finding } = findingInCode(row, found)
    const { status, repo_id, commit } = finding
    const isChanged = row.status !== status || row.finding !== finding.finding
    if (!isChanged) return
    const set = { ...finding, repo_id: repo_id ?? row.repo_id, commit: commit ?? row.commit }
    const after = await changeRow<EvidenceRow>(ctx, evidenceKind, row, set, 'evidence.checked')
    if (status === 'failed' && row.status !== 'failed') await reopenGate(ctx, feature, after)
  })
}
