import type { Queries } from '../../database/connect.ts'
import { type ListOrder, readPage } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { trashDays } from '../../operations/deleted.ts'
import { anyUuid } from '../../platform/ids.ts'
import {
  type ArticleFilter,
  type ArticleKind,
  type ArticleRow,
  type ShownArticle,
  articlesInState,
} from './article.ts'

/** The columns of an article that an administrator sees, from `fromArticles`, without its content. */
const shownColumns = sql`a.id, a.kind, a.slug, a.title, a.summary, a.state, a.publish_at, a.cover_id, a.author_id,
  a.seo_title, a.seo_description, a.revision, a.created_by, a.version, a.created_at, a.updated_at, a.deleted_at,
  a.deleted_by, u.name as author_name, u.username as author_username, (${articlesInState.scheduled}) as is_scheduled,
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) order by lower(c.name), c.id)
     from article_categories ac join categories c on c.id = ac.category_id where ac.article_id = a.id),
    '[]'::jsonb) as categories`
const fromArticles = sql`articles a left join users u on u.id = a.author_id`

/** SQL for deleted articles `a` that can still be restored. */
const isRestorable = sql`a.deleted_at > now() - interval '${sql.raw(trashDays)} days'`

interface Lookup {
  lock?: boolean
  deleted?: boolean
}

/** Finds a page or post by its slug or id, or rejects the request. Deleted ones are found by id only. */
export async function requireArticle(
  db: Queries,
  kind: ArticleKind,
  ref: string,
  { lock = false, deleted = false }: Lookup = {},
): Promise<ArticleRow> {
  const named = anyUuid.test(ref) ? sql`a.id = ${ref}` : sql`a.slug = lower(${ref})`
  const exists = deleted ? isRestorable : sql`a.deleted_at is null`
  const [row] = await db.run<ArticleRow>(
    sql`select a.* from articles a where a.kind = ${kind} and ${named} and ${exists} ${lock ? sql`for update` : sql.empty}`,
  )
  return row ?? reject('not_found', { kind, ref })
}

/** Returns an article as administrators see it. */
export async function showArticle(db: Queries, id: string): Promise<ShownArticle> {
  const [row] = await db.run<ShownArticle>(
    sql`select ${shownColumns}, a.content from ${fromArticles} where a.id = ${id}`,
  )
  return row!
}

const lastChangedFirst: ListOrder = {
  sort: '-updatedAt',
  id: 'a.id',
  column: 'a.updated_at',
  type: 'timestamptz',
  descending: true,
}

/** Lists pages or posts in every state, most recently changed first, without their content. */
export function pageOfArticles<Item>(
  db: Queries,
  kind: ArticleKind,
  input: ArticleFilter,
  toItem: (row: Omit<ShownArticle, 'content'>) => Item,
) {
  const conditions: Sql[] = [sql`a.kind = ${kind}`, input.deleted ? isRestorable : sql`a.deleted_at is null`]
  if (input.state)
    conditions.push(
      sql`(${sql.join(
        input.state.map((state) => sql`(${articlesInState[state]})`),
        ' or ',
      )} or false)`,
    )
  if (input.search) {
    const pattern = `%${input.search.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`(a.title ilike ${pattern} or a.slug ilike ${pattern})`)
  }
  if (input.category)
    conditions.push(
      sql`exists (select 1 from article_categories ac join categories c on c.id = ac.category_id
           where ac.article_id = a.id and (c.slug = lower(${input.category}) or c.id::text = lower(${input.category})))`,
    )
  return readPage(
    db,
    input,
    lastChangedFirst,
    ({ after, orderAndLimit }) =>
      sql`select ${shownColumns}, a.updated_at::text as sort_value from ${fromArticles}
        where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
    (row: Omit<ShownArticle, 'content'> & { sort_value: string }) => toItem(row),
  )
}
