import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { shownEvidence } from './evidence/evidence.ts'
import type { EvidenceRow } from './evidence/tables.ts'
import type { ReviewRow } from './reviews/tables.ts'
import type { SpecStatus } from '../knowledge/specs/tables.ts'
import type { Status } from '../work/tasks/states.ts'
import type { Facts } from './gate-status.ts'
import type { FeatureRow, PassageRow } from './tables.ts'

export interface LinkedTask {
  id: string
  key: string
  title: string
  status: Status
}

export interface LinkedSpec {
  id: string
  key: string
  title: string
  status: SpecStatus
}

/** All data that the gates of a feature evaluate and that its details show. */
export interface FeatureFacts extends Facts {
  evidence: EvidenceRow[]
  reviews: ReviewRow[]
  passages: PassageRow[]
  linked: LinkedTask[]
  specs: LinkedSpec[]
}

const maxReviews = 500
const maxTasks = 100
const maxSpecs = 100
const maxOpenTasks = 20

/** Reads the data of a feature. Every list is ordered oldest first. */
export async function readFacts(db: Queries, feature: FeatureRow): Promise<FeatureFacts> {
  const { id } = feature
  const [evidence, reviews, passages, linked, specs, [sums]] = await Promise.all([
    db.run<EvidenceRow>(
      sql`select ${shownEvidence} from evidence e where e.feature_id = ${id} and e.deleted_at is null order by e.id`,
    ),
    // Newest first, so that the limit keeps the reviews of the current round.
    db.run<ReviewRow>(
      sql`select * from reviews where feature_id = ${id} order by id desc limit ${sql.raw(maxReviews)}`,
    ),
    db.run<PassageRow>(sql`select * from passages where feature_id = ${id} order by id`),
    db.run<LinkedTask>(
      sql`select id, key, title, status from tasks where feature_id = ${id} and deleted_at is null
        order by position limit ${sql.raw(maxTasks)}`,
    ),
    db.run<LinkedSpec>(
      sql`select s.id, s.key, s.title, s.status from spec_links l join specs s on s.id = l.spec_id
        where l.item_id = ${id} and s.deleted_at is null order by s.number limit ${sql.raw(maxSpecs)}`,
    ),
    db.run<{ total: number; closed: number; open: string[] }>(
      sql`select count(*)::int as total, count(*) filter (where ${isClosed})::int as closed,
              coalesce((array_agg(key order by number) filter (where not ${isClosed}))[1:${sql.raw(maxOpenTasks)}], '{}') as open
         from tasks where feature_id = ${id} and deleted_at is null`,
    ),
  ])
  return {
    createdBy: feature.created_by,
    evidence,
    reviews: reviews.toReversed(),
    passages,
    linked,
    specs,
    tasks: sums!,
  }
}

const isClosed = sql`status in ('complete', 'cancelled')`
