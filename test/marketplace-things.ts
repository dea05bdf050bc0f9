import { randomUUID } from 'node:crypto'
import { sql } from '../server/database/sql.ts'
import { userActor } from '../server/operations/caller.ts'
import type { Thing } from './things.ts'

/** An item of the marketplace, withdrawn because everyone can read a published one: a part of things.ts. */
export const marketplaceThings: Record<string, Thing> = {
  marketplaceItem: {
    make: ({ owner, text, add }) =>
      add('marketplace_items', { ...publishedSkill(owner.user, text), withdrawn_at: '2026-01-01' }),
    remove: (ref) => sql`delete from marketplace_items where id = ${ref}`,
  },
}

/** Returns the columns of a published skill whose source was deleted. */
export function publishedSkill(author: { id: string; name: string }, text: string) {
  return {
    kind: 'skill',
    source_id: randomUUID(),
    name: text,
    description: text,
    category: 'other',
    snapshot: JSON.stringify({ kind: 'skill', content: text, files: [], frontMatter: {} }),
    published_by: JSON.stringify(userActor(author)),
  }
}
