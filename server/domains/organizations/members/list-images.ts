import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { organizationItself } from '../../../operations/access.ts'
import { imageUrl } from '../../../operations/image-url.ts'
import { operation } from '../../../operations/operation.ts'

const maxImages = 500

export const listImages = operation({
  id: 'members.listImages',
  summary: 'List the profile images of the members, so that a client can show them beside names.',
  http: 'GET /api/organization/images',
  shows: ['member', 'user'],
  access: organizationItself('member'),
  input: z.object({}),
  output: z.object({
    images: z
      .array(z.object({ user: z.uuid(), url: z.string().describe('Path of the image on this server.') }))
      .describe(`Members with an image, the newest first. At most ${maxImages}.`),
  }),
}).run(async ({ db, organization }) => {
  const rows = await db.run<{ id: string; avatar_id: string }>(
    sql`select u.id, u.avatar_id from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organization.id} and u.avatar_id is not null
      order by m.created_at desc, u.id limit ${sql.raw(maxImages)}`,
  )
  return { images: rows.map(({ id, avatar_id }) => ({ user: id, url: imageUrl(avatar_id)! })) }
})
