import { newId } from '../server/platform/ids.ts'
import type { Given } from './given.ts'
import { insert, otherUser } from './things.ts'

/** Inputs for community posts that their schemas don't determine: a part of given.ts. */
export const givenCommunity: Record<string, Given> = {
  'communityPosts.update': () => ({ title: 'Another title' }),
  'communityPosts.updateAny': () => ({ pinned: true, reason: 'Off topic.' }),
  // No one can report their own post, or a hidden one.
  async 'communityPosts.report'(_person, server) {
    const row = { author_id: await otherUser({ server, text: 'Author' }), title: 'Post', body: 'Text' }
    return { post: await insert(server, 'community_posts', { id: newId(), ...row }), reason: 'Spam' }
  },
}
