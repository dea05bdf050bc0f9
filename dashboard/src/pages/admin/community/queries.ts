import type { InputOf } from '../../../client.ts'
import { type ItemOf, readFilteredPages } from '../../../read.ts'
import { asText, oneOf, searchOf } from '../../../routes/search.ts'

export type AdminPost = ItemOf<'communityPosts.listAll'>

export const postFilters = ['reported', 'hidden', 'pinned'] as const

export const readAdminPostSearch = searchOf({ show: oneOf(postFilters), author: asText, q: asText })
export type AdminPostSearch = ReturnType<typeof readAdminPostSearch>

/** All posts that match, the most reported ones first. No live event reports the posts of other people. */
export const adminPostsQuery = (search: AdminPostSearch) => ({
  ...readFilteredPages('communityPosts.listAll', filterOf(search)),
  staleTime: 0,
})

function filterOf({ show, author, q }: AdminPostSearch): InputOf<'communityPosts.listAll'> {
  const search = q?.trim().slice(0, 200)
  const username = author?.trim().slice(0, 100)
  return { ...(show && { [show]: true }), ...(username && { author: username }), ...(search && { search }) }
}
