import type { SignedIn } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { Image } from '../../operations/draw-image.ts'
import { setImage } from '../../operations/set-image.ts'
import { changeUser, lockUser } from '../auth/accounts/profile.ts'

/** Replaces or removes the avatar or cover of the caller. */
export async function setOwnImage(
  ctx: Context & SignedIn,
  column: 'avatar_id' | 'cover_id',
  picture: Image | null,
) {
  const user = await lockUser(ctx.db, ctx.user.id)
  return setImage(ctx.db, {
    owner: { user: user.id },
    picture,
    before: user[column],
    put: (id) => changeUser(ctx, user, { [column]: id }),
  })
}
