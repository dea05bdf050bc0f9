import type { Queries } from '../database/connect.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../platform/ids.ts'
import type { Image } from './draw-image.ts'

/** The owner of an image: a user or a team. */
type Owner = { user: string } | { team: string }

interface Replacement<Result> {
  owner: Owner
  picture: Image | null
  /** The id of the current image. */
  before: string | null
  /** Stores the id of the new image in the owner's row. */
  put: (id: string | null) => Promise<Result>
}

/** Replaces or removes an image and deletes the previous one in the same transaction. */
export async function setImage<Result>(
  db: Queries,
  { owner, picture, before, put }: Replacement<Result>,
): Promise<Result> {
  const id = picture && (await insertImage(db, owner, picture))
  const result = await put(id)
  await db.run(sql`delete from images where id = ${before}`)
  return result
}

async function insertImage(db: Queries, owner: Owner, { type, bytes }: Image): Promise<string> {
  const id = newId()
  const [user, team] = 'user' in owner ? [owner.user, null] : [null, owner.team]
  await db.run(
    sql`insert into images (id, user_id, team_id, type, bytes) values (${id}, ${user}, ${team}, ${type}, ${bytes})`,
  )
  return id
}
