import { sql } from '../server/database/sql.ts'
import { newId } from '../server/platform/ids.ts'
import { type Thing, insert } from './things.ts'

/** Community posts: a part of things.ts. They are hidden, because everyone can read the others. */
export const communityThings: Record<string, Thing> = {
  communityPost: {
    make: ({ server, person, text }) =>
      insert(server, 'community_posts', {
        id: newId(),
        author_id: person.user.id,
        title: text,
        body: text,
        hidden: true,
        hidden_reason: text,
      }),
    remove: (ref) => sql`delete from community_posts where id = ${ref}`,
  },
}
