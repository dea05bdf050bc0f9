import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { reject, rejectOverLimit } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { readablePost, requireCommunity } from './access.ts'
import { aboutPost } from './change-post.ts'
import { postRef } from './community-post.ts'

export const reportCommunityPost = operation({
  id: 'communityPosts.report',
  summary: 'Report a post of another person to the administrators, once. The author is not notified.',
  http: 'POST /api/community/posts/:post/reports',
  access: readablePost,
  input: z.object({
    post: postRef,
    reason: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .describe('Reason for the administrators. At most 1,000 characters.'),
  }),
  output: z.object({ post: z.uuid(), reported: z.literal(true) }),
  // Counts before the transaction, so that parallel requests can't exceed the limit.
  async prepare({ app, user, post }) {
    requireCommunity(app)
    if (post.author_id === user.id) reject('own_post_reported')
    const limit = app.settings.get('limits.community_reports')
    rejectOverLimit(await app.rateLimits.countExactly(`community reports of ${user.id}`, limit, 3_600_000))
    return {}
  },
}).run(async (ctx, { reason }) => {
  const { db, user, post } = ctx
  const [report] = await db.run<{ id: string }>(
    sql`insert into community_reports (id, post_id, reporter_id, reason)
      values (${newId()}, ${post.id}, ${user.id}, ${reason}) on conflict (post_id, reporter_id) do nothing returning id`,
  )
  if (!report) reject('already_reported')
  // Only the reporter can read it, because the author must not learn who reported the post.
  ctx.record({
    type: 'community_post.reported',
    ...aboutPost(post.id),
    privateTo: user.id,
    data: { report: report.id },
  })
  return { post: post.id, reported: true as const }
})
