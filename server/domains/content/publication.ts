import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { rejectField } from '../../errors/errors.ts'
import type { ArticleRow, ArticleState } from './article.ts'

/** The columns that decide when an article is public. */
export type Publication = Pick<ArticleRow, 'state' | 'publish_at'>

interface Wanted {
  state?: ArticleState | undefined
  publishAt?: string | null | undefined
}

/** Returns the columns for the wanted state and time, or rejects a combination that contradicts itself. */
export async function publicationOf(
  db: Queries,
  { state, publishAt }: Wanted,
  before: Publication = { state: 'draft', publish_at: null },
): Promise<Publication> {
  // The time of this transaction in the database: an article that is published now is public when it commits.
  const [clock] = await db.run<{ now: string }>(sql`select now() as now`)
  const { now } = clock!
  const at = publishAt === undefined ? before.publish_at : publishAt
  const isLater = at !== null && Date.parse(at) > Date.parse(now)
  const normalized = at && new Date(at).toISOString()
  const wanted = state ?? before.state
  if (wanted === 'draft' || wanted === 'archived') return { state: wanted, publish_at: normalized }
  if (wanted === 'scheduled') {
    if (!isLater) rejectField('publishAt', 'Pass a time in the future, or set "state" to "published".')
    return { state: 'published', publish_at: normalized }
  }
  // Without a state, a new time moves the publication.
  if (state === undefined) {
    if (at === null) rejectField('publishAt', 'Set "state" to "draft" to unpublish it.')
    return { state: 'published', publish_at: normalized }
  }
  if (isLater && publishAt) rejectField('publishAt', 'Set "state" to "scheduled" for a time in the future.')
  return { state: 'published', publish_at: isLater || at === null ? now : normalized }
}
