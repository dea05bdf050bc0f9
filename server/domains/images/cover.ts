import { z } from 'zod'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Profile } from '../auth/accounts/user.ts'
import { drawImage } from '../../operations/draw-image.ts'
import { setOwnImage } from './own-image.ts'

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
