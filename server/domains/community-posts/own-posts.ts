import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { CommunityPost, fromPosts, postColumns, postFromRow } from './community-post.ts'

/* The posts and reports of a user, for the account export. */

export const OwnCommunityPost = CommunityPost.omit({ reported: true })

export const OwnCommunityReport = z.object({
  post: z.uuid(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
})

export async function ownCommunityPosts(db: Queries, userId: string, maxRows: number) {
  const rows = await db.run<Parameters<typeof postFromRow>[0]>(
    sql`select ${postColumns} from ${fromPosts} where p.author_id = ${userId} order by p.id desc limit ${maxRows}`,
  )
  return rows.map((row) => {
    const { reported: _, ...post } = postFromRow(row)
    return post
  })
}

export function ownCommunityReports(db: Queries, userId: string, maxRows: number) {
  return db.run<z.output<typeof OwnCommunityReport>>(
    sql`select post_id as post, reason, created_at as "createdAt", resolved_at as "resolvedAt"
      from community_reports where reporter_id = ${userId} order by id desc limit ${maxRows}`,
  )
}
