import type { SignedIn } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import { changeUser, holdUser } from '../accounts/profile.ts'
import type { Picture } from './picture.ts'

type Place = 'avatar_id' | 'cover_id'

/** Puts a picture in its place, or none. The one before goes in the same transaction, and its address with it. */
export async function placeImage(ctx: Context & SignedIn, place: Place, picture: Picture | null) {
  const user = await holdUser(ctx.db, ctx.user.id)
  const id = picture && (await insertImage(ctx, picture))
  const profile = await changeUser(ctx, user, { [place]: id })
  await ctx.db.run('delete from images where id = $1', [user[place]])
  return profile
}

async function insertImage(ctx: Context & SignedIn, { type, bytes }: Picture): Promise<string> {
  const id = newId()
  await ctx.db.run('insert into images (id, user_id, type, bytes) values ($1, $2, $3, $4)', [
    ...[id, ctx.user.id, type, bytes],
  ])
  return id
}
