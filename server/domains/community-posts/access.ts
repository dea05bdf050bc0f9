import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { type AccessRule, type SignedIn, ownAccount, platformAdmin } from '../../operations/access.ts'
import type { App } from '../../operations/context.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type PostWithNames, fromPosts, postColumns, readableBy } from './community-post.ts'

export interface OnPost extends SignedIn {
  post: PostWithNames
}

/** For everyone with an account on the instance. Test keys must not write posts that others read. */
export const inCommunity: AccessRule<unknown, SignedIn> = {
  ...ownAccount,
  name: 'inCommunity',
  sentence: 'Anyone with a valid credential. Not with test or project credentials.',
}

/** For a post that the caller can read. */
export const readablePost: AccessRule<{ post: string }, OnPost> = {
  ...inCommunity,
  name: 'readablePost',
  async check(asked, input) {
    const granted = await ownAccount.check(asked, input)
    return { ...granted, post: await findPost(asked, input.post, readableBy(granted.user.id)) }
  },
}

/** For a post that the caller wrote. */
export const ownPost: AccessRule<{ post: string }, OnPost> = {
  ...inCommunity,
  name: 'ownPost',
  sentence: 'The author of the post. Not with test or project credentials.',
  async check(asked, input) {
    const granted = await readablePost.check(asked, input)
    if (granted.post.author_id !== granted.user.id) reject('forbidden', { needs: 'The author of the post.' })
    return granted
  },
}

/** For any post, also a hidden one and one of a suspended author. */
export const anyPost: AccessRule<{ post: string }, OnPost> = {
  ...platformAdmin,
  name: 'anyPost',
  async check(asked, input) {
    const granted = await platformAdmin.check(asked, input)
    return { ...granted, post: await findPost(asked, input.post, sql`true`) }
  },
}

/** Rejects the call while the administrators have turned off community posts. */
export function requireCommunity({ settings }: Pick<App, 'settings'>): void {
  if (!settings.get('features.community')) reject('community_off')
}

async function findPost({ db, hold }: { db: Queries; hold: boolean }, ref: string, where: Sql) {
  const lock = hold ? sql`for update of p` : sql.empty
  const [post] = anyUuid.test(ref)
    ? await db.run<PostWithNames>(
        sql`select ${postColumns} from ${fromPosts} where p.id = ${ref} and ${where} ${lock}`,
      )
    : []
  return post ?? reject('not_found', { kind: 'post', ref })
}
