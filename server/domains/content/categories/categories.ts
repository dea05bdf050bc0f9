import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { orderByText, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import type { Rows } from '../../../database/row-types.ts'
import { sql } from '../../../database/sql.ts'
import { onUniqueViolation } from '../../../database/unique-violation.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { platformAdmin } from '../../../operations/access.ts'
import { authorship, authorshipOf } from '../../../operations/actor.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { type Table, updateRow } from '../../../operations/rows.ts'
import { anyUuid, newId } from '../../../platform/ids.ts'
import { toSlug } from '../../../platform/names.ts'
import { categoryRef, isPublicArticle, slugField } from '../article.ts'

const Category = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    url: z.string().describe('Path of its public list of posts.'),
    posts: z.int().describe('Number of its posts in every state.'),
    publishedPosts: z.int().describe('Number of its public posts.'),
    ...authorship,
  })
  .meta({ id: 'Category' })

type CategoryRow = Rows['categories']
type CountedCategory = CategoryRow & { posts: number; published_posts: number }

const categoryTable: Table<CategoryRow> = { table: 'categories' }

const postsIn = (condition = sql`a.deleted_at is null`) =>
  sql`(select count(*)::int from article_categories ac join articles a on a.id = ac.article_id
        where ac.category_id = c.id and ${condition})`
const countedColumns = sql`c.*, ${postsIn()} as posts, ${postsIn(isPublicArticle)} as published_posts`

function categoryFromRow(row: CountedCategory): z.output<typeof Category> {
  const { id, slug, name, description, posts, published_posts: publishedPosts } = row
  const url = `/blog/category/${slug}`
  return { id, slug, name, description, url, posts, publishedPosts, ...authorshipOf(row) }
}

const fields = {
  name: z.string().trim().min(1).max(80).describe('Name, at most 80 characters.'),
  slug: slugField.describe('Last part of its URL. Unique.'),
  description: z.string().trim().max(500).describe('Description above its list of posts.'),
}

export const listCategories = operation({
  id: 'categories.list',
  summary: 'List the categories of the blog by name, with the number of their posts.',
  http: 'GET /api/admin/categories',
  shows: ['category', 'post'],
  access: platformAdmin,
  input: z.object({ ...pageInput }),
  output: pageOf(Category),
}).run((ctx, input) =>
  readPage(
    ctx.db,
    input,
    orderByText('lower(c.name)', 'c.id'),
    ({ after, orderAndLimit }) =>
      sql`select ${countedColumns}, lower(c.name) as sort_value from categories c where ${after} ${orderAndLimit}`,
    (row: CountedCategory & { sort_value: string }) => categoryFromRow(row),
  ),
)

export const createCategory = operation({
  id: 'categories.create',
  summary: 'Create a category of the blog.',
  http: 'POST /api/admin/categories',
  access: platformAdmin,
  created: true,
  input: z.object({
    name: fields.name,
    slug: fields.slug.optional().describe('Last part of its URL. Default: from the name.'),
    description: fields.description.default(''),
  }),
  output: Category,
}).run(async (ctx, input) => {
  const slug = input.slug ?? toSlug(input.name)
  if (!slug) rejectField('slug', 'Pass a slug, because the name has no Latin letters or digits.')
  const id = newId()
  const { name, description } = input
  await onUniqueViolation({ categories_slug: { field: 'slug', value: slug } }, () =>
    ctx.db.run(
      sql`insert into categories (id, slug, name, description, created_by)
        values (${id}, ${slug}, ${name}, ${description}, ${JSON.stringify(actorOf(ctx.caller))})`,
    ),
  )
  record(ctx, 'category.created', { id, slug }, { data: { name, description } })
  return showCategory(ctx.db, id)
})

export const getCategory = operation({
  id: 'categories.get',
  summary: 'Show one category of the blog.',
  http: 'GET /api/admin/categories/:category',
  shows: ['category', 'post'],
  access: platformAdmin,
  input: z.object({ category: categoryRef }),
  output: Category,
}).run(async (ctx, { category }) => showCategory(ctx.db, (await requireCategory(ctx.db, category)).id))

export const updateCategory = operation({
  id: 'categories.update',
  summary: 'Change the name, slug or description of a category.',
  http: 'PUT /api/admin/categories/:category',
  aliases: ['PATCH /api/admin/categories/:category'],
  access: platformAdmin,
  input: z.object({
    category: categoryRef,
    name: fields.name.optional(),
    slug: fields.slug.optional(),
    description: fields.description.optional(),
  }),
  output: Category,
}).run(async (ctx, { category, ...set }) => {
  const before = await requireCategory(ctx.db, category)
  const { after, changes } = await onUniqueViolation(
    { categories_slug: { field: 'slug', value: set.slug } },
    () => updateRow<CategoryRow>(ctx, categoryTable, before, set as Partial<CategoryRow>),
  )
  if (changes) record(ctx, 'category.updated', after, { version: after.version, changes })
  return showCategory(ctx.db, before.id)
})

export const deleteCategory = operation({
  id: 'categories.delete',
  summary: 'Delete a category permanently. Its posts stay.',
  http: 'DELETE /api/admin/categories/:category',
  access: platformAdmin,
  destructive: true,
  input: z.object({ category: categoryRef }),
  output: z.object({ id: z.uuid(), slug: z.string(), name: z.string(), posts: z.int() }),
}).run(async (ctx, { category }) => {
  const { id } = await requireCategory(ctx.db, category)
  const { slug, name, posts } = await showCategory(ctx.db, id)
  await ctx.db.run(sql`delete from categories where id = ${id}`)
  record(ctx, 'category.deleted', { id, slug }, { data: { name, posts } })
  return { id, slug, name, posts }
})

async function requireCategory(db: Queries, ref: string): Promise<CategoryRow> {
  const named = anyUuid.test(ref) ? sql`id = ${ref}` : sql`slug = lower(${ref})`
  const [row] = await db.run<CategoryRow>(sql`select * from categories where ${named}`)
  return row ?? reject('not_found', { kind: 'category', ref })
}

async function showCategory(db: Queries, id: string): Promise<z.output<typeof Category>> {
  const [row] = await db.run<CountedCategory>(
    sql`select ${countedColumns} from categories c where c.id = ${id}`,
  )
  return categoryFromRow(row!)
}

function record(
  ctx: Context,
  type: 'category.created' | 'category.updated' | 'category.deleted',
  { id, slug }: Pick<CategoryRow, 'id' | 'slug'>,
  details: Partial<Parameters<Context['record']>[0]>,
): void {
  ctx.record({ type, subject: { kind: 'category', id, key: slug }, organizationId: null, ...details })
  ctx.afterCommit(() => ctx.app.bus.siteChanged())
}
