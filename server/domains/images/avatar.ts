import { z } from 'zod'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Profile } from '../auth/accounts/user.ts'
import { drawImage } from '../../operations/draw-image.ts'
import { setOwnImage } from './own-image.ts'

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
