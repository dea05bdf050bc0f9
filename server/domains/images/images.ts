import { type SignedIn, ownAccount, anyone } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { type Image, drawImage, setImage } from '../../operations/set-image.ts'
import { changeUser, lockUser } from '../auth/accounts/profile.ts'
import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Profile } from '../auth/accounts/user.ts'
import { sql } from '../../database/sql.ts'
import { isPublicArticle } from '../content/article.ts'
import { reject } from '../../errors/errors.ts'
import { anyUuid } from '../../platform/ids.ts'

export const setAvatar = operation({
  id: 'images.setAvatar',
  summary: 'Upload your avatar: PNG, JPEG, WebP or GIF, at most 5 MiB.',
  http: 'POST /api/settings/avatar',
  access: ownAccount,
  upload: 'image',
  input: z.object({ image: z.file().describe('Image file: PNG, JPEG, WebP or GIF, at most 5 MiB.') }),
  output: Profile,
  prepare: async (_context, { image }) => ({
    encoded: await drawImage(image, { width: 512, height: 512 }),
  }),
}).run((ctx) => setOwnImage(ctx, 'avatar_id', ctx.encoded))

export const removeAvatar = operation({
  id: 'images.removeAvatar',
  summary: 'Remove your avatar.',
  http: 'DELETE /api/settings/avatar',
  access: ownAccount,
  destructive: true,
  input: z.object({}),
  output: Profile,
}).run((ctx) => setOwnImage(ctx, 'avatar_id', null))

export const setCover = operation({
  id: 'images.setCover',
  summary: 'Upload the cover image of your profile: PNG, JPEG, WebP or GIF, at most 5 MiB.',
  http: 'POST /api/settings/cover',
  access: ownAccount,
  upload: 'image',
  input: z.object({ image: z.file().describe('Image file: PNG, JPEG, WebP or GIF, at most 5 MiB.') }),
  output: Profile,
  prepare: async (_context, { image }) => ({
    encoded: await drawImage(image, { width: 1600, height: 400 }),
  }),
}).run((ctx) => setOwnImage(ctx, 'cover_id', ctx.encoded))

export const removeCover = operation({
  id: 'images.removeCover',
  summary: 'Remove the cover image of your profile.',
  http: 'DELETE /api/settings/cover',
  access: ownAccount,
  destructive: true,
  input: z.object({}),
  output: Profile,
}).run((ctx) => setOwnImage(ctx, 'cover_id', null))

export const getImage = operation({
  id: 'images.get',
  summary:
    'Download an uploaded image. Only administrators can download the cover of an unpublished article.',
  http: 'GET /api/images/:image',
  access: anyone,
  answers: 'file',
  input: z.object({ image: z.string().max(100).describe('Image id.') }),
  output: z.object({
    type: z.string(),
    bytes: z.instanceof(Uint8Array),
    etag: z.string(),
    lasting: z.boolean(),
  }),
}).run(async (ctx, input) => {
  const [image] = anyUuid.test(input.image)
    ? await ctx.db.run<ImageRow>(
        sql`select i.type, i.bytes, i.article_id is null or exists (
              select 1 from articles a where a.id = i.article_id and ${isPublicArticle}) as public
           from images i where i.id = ${input.image}`,
      )
    : []
  const { caller } = ctx
  const isAdministrator = caller.kind === 'session' && caller.user.role === 'admin'
  if (!image || !(image.public || isAdministrator)) reject('not_found', { kind: 'image', ref: input.image })
  // Images are immutable, because each upload gets a new id. Clients can cache a public URL permanently.
  const { type, bytes, public: isPublic } = image
  return { type, bytes, etag: input.image, lasting: isPublic }
})

interface ImageRow {
  type: string
  public: boolean
  bytes: Uint8Array<ArrayBuffer>
}

/** Replaces or removes the avatar or cover of the caller. */
async function setOwnImage(ctx: Context & SignedIn, column: 'avatar_id' | 'cover_id', picture: Image | null) {
  const user = await lockUser(ctx.db, ctx.user.id)
  return setImage(ctx.db, {
    owner: { user: user.id },
    picture,
    before: user[column],
    put: (id) => changeUser(ctx, user, { [column]: id }),
  })
}
