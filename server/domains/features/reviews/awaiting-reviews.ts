import type { Actor } from '../../../database/actor.ts'
import { sql } from '../../../database/sql.ts'
import { type InOrganization, hasRole } from '../../../operations/access.ts'
import { userActor } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { type ProjectRight, hasRight, visibleProjects } from '../../projects/access.ts'
import type { FeatureRow } from '../tables.ts'
import { nearReviewers } from './near-reviewers.ts'
import { approvalsThatCount, isOwnWork } from './reviewer.ts'
import type { ReviewRow } from './tables.ts'

type Candidate = Pick<FeatureRow, 'id' | 'key' | 'title' | 'gate' | 'gates' | 'created_by'> & {
  right: ProjectRight
  project_slug: string
  project_name: string
  since: string
  /** The reviews and the evidence of the current gate and round. */
  reviews: Pick<ReviewRow, 'verdict' | 'human' | 'created_by'>[]
  evidence_authors: Actor[]
}

/** Limits the candidates, because the rules in `reviewer.ts` then remove some of them. */
const maxCandidates = 100

/**
 * Returns the features whose gate waits for an approval of the user, newest first. The same users are notified of the
 * request (`reviewRequested`).
 */
export async function awaitingReviews(ctx: Context & InOrganization, limit: number): Promise<Candidate[]> {
  const { db, user, organization } = ctx
  const visible = visibleProjects(ctx)
  const author = sql`case when f.created_by ->> 'kind' = 'user' then (f.created_by ->> 'id')::uuid end`
  const isNear = sql`${user.id}::uuid in (${nearReviewers})`
  const isFallback = hasRole(organization, 'admin')
    ? sql` or not exists (select 1 from (${nearReviewers}) near where near.id is distinct from ${author})`
    : sql.empty
  const rows = await db.run<Candidate>(
    sql`select f.id, f.key, f.title, f.gate, f.gates, f.created_by, ${visible.right} as right,
           p.slug as project_slug, p.name as project_name,
           coalesce((select max(passed.created_at) from passages passed where passed.feature_id = f.id), f.created_at) as since,
           coalesce((select jsonb_agg(jsonb_build_object('verdict', r.verdict, 'human', r.human, 'created_by', r.created_by) order by r.id)
              from reviews r where r.feature_id = f.id and r.gate = f.gate and r.round = f.round), '[]') as reviews,
           coalesce((select jsonb_agg(e.created_by) from evidence e
             where e.feature_id = f.id and e.gate = f.gate and e.round = f.round and e.deleted_at is null), '[]') as evidence_authors
       from features f join projects p on p.id = f.project_id
      where ${visible.where} and p.deleted_at is null and p.archived_at is null
        and f.organization_id = ${organization.id} and f.deleted_at is null and f.status not in ('done', 'cancelled')
        and jsonb_path_exists(f.gates, '$[*] ? (@.name == $gate).requirements[*] ? (@.kind == "reviews")',
          jsonb_build_object('gate', f.gate))
        and (${isNear}${isFallback})
      order by f.id desc limit ${sql.raw(maxCandidates)}`,
  )
  return rows.filter((row) => awaits(row, userActor(user))).slice(0, limit)
}

function awaits(feature: Candidate, user: Actor): boolean {
  const authors = [feature.created_by, ...feature.evidence_authors]
  const reviewer = { actor: user, human: true }
  if (!hasRight(feature.right, 'edit') || authors.some((author) => isOwnWork(reviewer, author))) return false
  const requirements = feature.gates.find(({ name }) => name === feature.gate)?.requirements ?? []
  return requirements.some((requirement) => {
    if (requirement.kind !== 'reviews') return false
    const approvals = approvalsThatCount(feature.reviews, authors, requirement.by)
    return (
      approvals.length < requirement.count && !approvals.some(({ created_by }) => created_by.id === user.id)
    )
  })
}
