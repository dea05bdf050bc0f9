import { randomUUID } from 'node:crypto'
import { sql } from '../server/database/sql.ts'
import { newId } from '../server/platform/ids.ts'
import { noOne } from './things-in-projects.ts'
import { type Making, type Thing, insert } from './things.ts'

/** Drafts of the public site and categories: a part of things.ts. They belong to the instance, not to an organization. */
export const contentThings: Record<string, Thing> = {
  page: {
    make: (making) => addArticle(making, 'page'),
    remove: (ref) => sql`update articles set deleted_at = now() where id = ${ref}`,
  },
  post: {
    make: (making) => addArticle(making, 'post'),
    remove: (ref) => sql`update articles set deleted_at = now() where id = ${ref}`,
  },
  deletedPage: {
    make: (making) => addArticle(making, 'page', { deleted_at: new Date() }),
    remove: (ref) => sql`delete from articles where id = ${ref}`,
  },
  deletedPost: {
    make: (making) => addArticle(making, 'post', { deleted_at: new Date() }),
    remove: (ref) => sql`delete from articles where id = ${ref}`,
  },
  category: {
    make: ({ server, text }) =>
      insert(server, 'categories', {
        id: newId(),
        slug: randomUUID(),
        name: text,
        description: text,
        created_by: noOne,
      }),
    remove: (ref) => sql`delete from categories where id = ${ref}`,
  },
}

async function addArticle({ server, text }: Making, kind: 'page' | 'post', more: object = {}) {
  const row = { title: text, content: text, summary: text, created_by: noOne }
  const id = await insert(server, 'articles', { id: newId(), kind, slug: randomUUID(), ...row, ...more })
  await server.app.database.run(
    sql`insert into revisions (subject_id, number, subject_kind, title, content, created_by)
      values (${id}, 1, ${kind}, ${text}, ${text}, ${noOne})`,
  )
  return id
}
