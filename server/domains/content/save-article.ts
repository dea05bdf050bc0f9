import type { Queries } from '../../database/connect.ts'
import type { EventType } from '../../database/events.ts'
import { sql } from '../../database/sql.ts'
import { onUniqueViolation } from '../../database/unique-violation.ts'
import { rejectField } from '../../errors/errors.ts'
import type { SignedIn } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { type Kind, differences, expectVersion, inOurWords, writeChanges } from '../../operations/rows.ts'
import { type Image, setImage } from '../../operations/set-image.ts'
import { newId } from '../../platform/ids.ts'
import { numbered, toSlug } from '../../platform/names.ts'
import { canFoldRevision, foldRevision } from '../knowledge/revisions/fold-revision.ts'
import { addRevision } from '../knowledge/revisions/revisions.ts'
import { isUser } from '../membership/find-person.ts'
import {
  type ArticleChange,
  type ArticleKind,
  type ArticleRow,
  type NewArticle,
  type ShownArticle,
  maxSlugLength,
} from './article.ts'
import { assignCategories, categoryIds } from './categories/assign-categories.ts'
import { type Publication, publicationOf } from './publication.ts'
import { showArticle } from './read-articles.ts'

export const articleKinds: Record<ArticleKind, Kind<ArticleRow>> = {
  page: { name: 'page', table: 'articles', key: 'slug' },
  post: { name: 'post', table: 'articles', key: 'slug' },
}

// Parts of the URL space of the blog: /blog/category/<slug>, and room for lists such as /blog/page/2.
const reservedSlugs: Record<ArticleKind, readonly string[]> = {
  page: ['index', 'new'],
  post: ['archive', 'author', 'category', 'feed', 'index', 'new', 'page', 'tag'],
}

/** Creates a page or post, with its first revision. */
export async function insertArticle(
  ctx: Context & SignedIn,
  kind: ArticleKind,
  input: NewArticle,
): Promise<ShownArticle> {
  const slug = input.slug ?? (await freeSlug(ctx.db, kind, input.title))
  requireUnreserved(kind, slug)
  const publication = await publicationOf(ctx.db, input)
  const author = input.author === undefined ? ctx.user.id : await authorId(ctx.db, input.author)
  const categories = await categoryIds(ctx.db, input.categories ?? [])
  const id = newId()
  const { title, content, summary, seoTitle, seoDescription } = input
  await onUniqueViolation({ articles_slug: { field: 'slug', value: slug } }, () =>
    ctx.db.run(
      sql`insert into articles (id, kind, slug, title, summary, content, state, publish_at, author_id, seo_title,
            seo_description, created_by)
          values (${id}, ${kind}, ${slug}, ${title}, ${summary}, ${content}, ${publication.state},
            ${publication.publish_at}, ${author}, ${seoTitle}, ${seoDescription}, ${JSON.stringify(actorOf(ctx.caller))})`,
    ),
  )
  await assignCategories(ctx.db, id, categories)
  const article = await showArticle(ctx.db, id)
  await addRevision(ctx, revisionOf(article, 1))
  record(ctx, `${kind}.created`, article, { title, state: article.state, publishAt: article.publish_at })
  return article
}

/** Fields that create a revision. Publishing or moving an article does not. */
const revisedFields = ['title', 'content', 'summary', 'seo_title', 'seo_description'] as const

/** Changes an article that the caller has locked. Adds a revision if its text changed. */
export async function saveArticle(
  ctx: Context & SignedIn,
  before: ArticleRow,
  change: Omit<ArticleChange, 'categories'> & { categories?: string[] | undefined },
): Promise<ShownArticle> {
  expectVersion(ctx, before.version)
  if (change.slug !== undefined && change.slug !== before.slug) requireUnreserved(before.kind, change.slug)
  const publication: Publication | undefined =
    change.state === undefined && change.publishAt === undefined
      ? undefined
      : await publicationOf(ctx.db, change, before)
  const set: Partial<ArticleRow> = {
    ...(change.title !== undefined && { title: change.title }),
    ...(change.slug !== undefined && { slug: change.slug }),
    ...(change.content !== undefined && { content: change.content }),
    ...(change.summary !== undefined && { summary: change.summary }),
    ...(change.author !== undefined && { author_id: await authorId(ctx.db, change.author) }),
    ...(change.seoTitle !== undefined && { seo_title: change.seoTitle }),
    ...(change.seoDescription !== undefined && { seo_description: change.seoDescription }),
    ...publication,
  }
  const changed = differences<ArticleRow>(before, set)
  const areCategoriesChanged =
    change.categories !== undefined &&
    (await assignCategories(ctx.db, before.id, await categoryIds(ctx.db, change.categories)))
  if (!areCategoriesChanged && Object.keys(changed).length === 0) return showArticle(ctx.db, before.id)

  const isRevised = revisedFields.some((field) => field in changed)
  const isFolded =
    isRevised &&
    (await canFoldRevision(ctx, {
      id: before.id,
      number: before.revision,
      content: change.content ?? before.content,
      reason: change.reason,
    }))
  if (isRevised && !isFolded) set.revision = before.revision + 1
  await writeArticle(ctx, before, set, { categories: areCategoriesChanged ? change.categories : undefined })
  const article = await showArticle(ctx.db, before.id)
  if (isRevised) {
    const revision = { ...revisionOf(article, article.revision), reason: change.reason }
    await (isFolded ? foldRevision(ctx.db, revision) : addRevision(ctx, revision))
  }
  return article
}

/** Replaces or removes the cover of an article that the caller has locked. */
export function setArticleCover(
  ctx: Context & SignedIn,
  before: ArticleRow,
  picture: Image | null,
): Promise<ShownArticle> {
  return setImage(ctx.db, {
    owner: { article: before.id },
    picture,
    before: before.cover_id,
    put: async (cover_id) => {
      await writeArticle(ctx, before, { cover_id })
      return showArticle(ctx.db, before.id)
    },
  })
}

interface Written {
  /** The new categories, if they changed. The version of an article covers them. */
  categories?: string[] | undefined
  action?: 'updated' | 'deleted' | 'restored'
}

/** Writes columns and records the changes, without the content, which the revisions store. */
export async function writeArticle(
  ctx: Context,
  before: ArticleRow,
  set: Partial<ArticleRow>,
  { categories, action = 'updated' }: Written = {},
): Promise<ArticleRow> {
  expectVersion(ctx, before.version)
  const changes = differences(before, set)
  if (!categories && Object.keys(changes).length === 0) return before
  const slug = set.slug ?? before.slug
  const after = await onUniqueViolation({ articles_slug: { field: 'slug', value: slug } }, () =>
    writeChanges<ArticleRow>(ctx, articleKinds[before.kind], before.id, changes),
  )
  if ('slug' in changes) await keepFormerSlug(ctx.db, before)
  const { content: _, ...visible } = inOurWords(changes)
  const data = { title: after.title, ...(categories && { categories }) }
  record(ctx, `${before.kind}.${action}`, after, data, visible)
  return after
}

/** Stores the slug of an article that was public under it, so that its old URL redirects. */
async function keepFormerSlug(db: Queries, before: ArticleRow): Promise<void> {
  const { id, kind, slug, state, publish_at } = before
  if (state !== 'published') return
  await db.run(
    sql`insert into former_slugs (kind, slug, article_id)
      select ${kind}, ${slug}, ${id}::uuid where ${publish_at}::timestamptz <= now()
      on conflict (kind, slug) do update set article_id = excluded.article_id, created_at = now()`,
  )
}

function record(
  ctx: Context,
  type: EventType,
  { id, kind, slug, version }: ArticleRow,
  data: Record<string, unknown>,
  changes?: Record<string, { from: unknown; to: unknown }>,
): void {
  ctx.record({
    type,
    subject: { kind, id, key: slug },
    organizationId: null,
    version,
    data,
    ...(changes && { changes }),
  })
  // The nodes that cache rendered pages check the version of the site.
  ctx.afterCommit(() => ctx.app.bus.siteChanged())
}

function revisionOf(article: ShownArticle, number: number) {
  const { id, kind, title, content, summary, seo_title: seoTitle, seo_description: seoDescription } = article
  return {
    kind,
    id,
    organizationId: null,
    number,
    title,
    content,
    more: { summary, seoTitle, seoDescription },
  }
}

function requireUnreserved(kind: ArticleKind, slug: string): void {
  if (reservedSlugs[kind].includes(slug))
    rejectField('slug', `"${slug}" is reserved for the site. Choose another slug.`)
}

async function freeSlug(db: Queries, kind: ArticleKind, title: string): Promise<string> {
  const base = toSlug(title).slice(0, maxSlugLength - 8) || kind
  const rows = await db.run<{ slug: string }>(
    sql`select slug from articles where kind = ${kind} and deleted_at is null and starts_with(slug, ${base})`,
  )
  const taken = new Set([...rows.map(({ slug }) => slug), ...reservedSlugs[kind]])
  for (const slug of numbered(base)) if (!taken.has(slug)) return slug
  return base
}

async function authorId(db: Queries, ref: string | null): Promise<string | null> {
  if (ref === null) return null
  const [user] = await db.run<{ id: string }>(
    sql`select u.id from users u where ${isUser(ref)} and u.erased_at is null`,
  )
  return user?.id ?? rejectField('author', `No user "${ref}" exists.`, { kind: 'user', ref })
}
