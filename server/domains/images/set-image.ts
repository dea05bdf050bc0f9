import type { Queries } from '../../database/connect.ts'
import type { SignedIn } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import { changeUser, lockUser } from '../accounts/profile.ts'
import type { Image } from './image.ts'

/** Whose picture it is: a person's, or a team's. */
type Owner = { user: string } | { team: string }

interface Placing<Answer> {
  owner: Owner
  picture: Image | null
  /** The id of the one that is there. */
  before: string | null
  /** Writes the new one's id where the old one's is. */
  put: (id: string | null) => Promise<Answer>
}

/** Puts a picture in its place, or none. The one before goes in the same transaction, and its address with it. */
export async function setImage<Answer>(
  db: Queries,
  { owner, picture, before, put }: Placing<Answer>,
): Promise<Answer> {
  const id = picture && (await insertImage(db, owner, picture))
  const answer = await put(id)
  await db.run('delete from images where id = $1', [before])
  return answer
}

/** One of the caller's own. */
export async function setOwnImage(
  ctx: Context & SignedIn,
  place: 'avatar_id' | 'cover_id',
  picture: Image | null,
) {
  const user = await lockUser(ctx.db, ctx.user.id)
  return setImage(ctx.db, {
    ...{ owner: { user: user.id }, picture, before: user[place] },
    put: (id) => changeUser(ctx, user, { [place]: id }),
  })
}

async function insertImage(db: Queries, owner: Owner, { type, bytes }: Image): Promise<string> {
  const id = newId()
  const [user, team] = 'user' in owner ? [owner.user, null] : [null, owner.team]
  await db.run('insert into images (id, user_id, team_id, type, bytes) values ($1, $2, $3, $4, $5)', [
    ...[id, user, team, type, bytes],
  ])
  return id
}
