import { randomUUID } from 'node:crypto'
import { sql } from '../server/database/sql.ts'
import type { Given } from './given.ts'

const newText: Given = () => ({ content: `text ${randomUUID()}` })

/** Inputs for the public site that their schemas don't determine: a part of given.ts. */
export const givenContent: Record<string, Given> = {
  'categories.create': () => ({ name: `category ${randomUUID()}` }),
  'categories.update': () => ({ name: `category ${randomUUID()}` }),
  'pages.create': () => ({ title: `page ${randomUUID()}` }),
  'pages.update': newText,
  'pages.removeCover': (_, server, { page }) => addCover(server.app.database, page),
  'posts.create': () => ({ title: `post ${randomUUID()}` }),
  'posts.update': newText,
  'posts.removeCover': (_, server, { post }) => addCover(server.app.database, post),
}

/** Gives an article a cover, because removing none changes nothing. */
async function addCover(database: Parameters<Given>[1]['app']['database'], article: string | undefined) {
  if (!article) return {}
  const [image] = await database.run<{ id: string }>(
    sql`insert into images (id, article_id, type, bytes) values (${randomUUID()}, ${article}, 'image/webp', '')
      returning id`,
  )
  await database.run(sql`update articles set cover_id = ${image!.id} where id = ${article}`)
  return {}
}
