import type { OutputOf } from '../../client.ts'
import { type ItemOf, read, readFilteredPages } from '../../read.ts'
import { asSwitch, searchOf } from '../../routes/search.ts'

export type ListedPost = ItemOf<'communityPosts.list'>
export type Post = OutputOf<'communityPosts.get'>

export const readCommunitySearch = searchOf({ mine: asSwitch })
export type CommunitySearch = ReturnType<typeof readCommunitySearch>

/* Posts belong to no organization, so no live event reports those of other people. */

/** The posts, or only those of one author. */
export const postsQuery = (author?: string) => ({
  ...readFilteredPages('communityPosts.list', author ? { author } : {}),
  staleTime: 0,
})

export const postQuery = (post: string) => ({ ...read('communityPosts.get', { post }), staleTime: 0 })
