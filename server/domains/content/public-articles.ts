import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { hasPublicProfile } from '../auth/accounts/public-profile.ts'
import { isCurrentSponsor } from '../sponsors/sponsor.ts'
import { type ArticleKind, type ArticleRow, isPublicArticle } from './article.ts'

/* Data of the public site. Every statement here selects only public articles. */

export interface PublicCategory {
  slug: string
  name: string
  description: string
}

/** A public article without its text. */
export interface ListedArticle extends Pick<
  ArticleRow,
  'id' | 'kind' | 'slug' | 'title' | 'summary' | 'cover_id' | 'updated_at' | 'seo_title' | 'seo_description'
> {
  publish_at: string
  author_name: string | null
  /** The username of the author, if their profile is public. */
  author_profile: string | null
  categories: Pick<PublicCategory, 'slug' | 'name'>[]
}

export interface PublicArticle extends ListedArticle {
  content: string
}

const listedColumns = sql`a.id, a.kind, a.slug, a.title, a.summary, a.cover_id, a.publish_at,
  greatest(a.updated_at, a.publish_at) as updated_at, a.seo_title, a.seo_description, u.name as author_name,
  case when ${hasPublicProfile} then u.username end as author_profile,
  coalesce((select jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name) order by lower(c.name), c.id)
     from article_categories ac join categories c on c.id = ac.category_id where ac.article_id = a.id),
    '[]'::jsonb) as categories`
const fromArticles = sql`articles a left join users u on u.id = a.author_id and u.erased_at is null`

export async function findPublicArticle(
  db: Queries,
  kind: ArticleKind,
  slug: string,
): Promise<PublicArticle | undefined> {
  const [article] = await db.run<PublicArticle>(
    sql`select ${listedColumns}, a.content from ${fromArticles}
      where a.kind = ${kind} and a.slug = ${slug} and ${isPublicArticle}`,
  )
  return article
}

/** Returns the current slug of a public article that had this slug before. */
export async function findFormerSlug(
  db: Queries,
  kind: ArticleKind,
  slug: string,
): Promise<string | undefined> {
  const [article] = await db.run<{ slug: string }>(
    sql`select a.slug from former_slugs f join articles a on a.id = f.article_id
      where f.kind = ${kind} and f.slug = ${slug} and ${isPublicArticle}`,
  )
  return article?.slug
}

interface PostFilter {
  category?: string | undefined
  limit: number
  offset?: number
}

/** Returns public posts with their text, newest first. */
export function listPublicPosts(
  db: Queries,
  { category, limit, offset = 0 }: PostFilter,
): Promise<PublicArticle[]> {
  const inCategory = category
    ? sql`exists (select 1 from article_categories ac join categories c on c.id = ac.category_id
           where ac.article_id = a.id and c.slug = ${category})`
    : sql`true`
  return db.run<PublicArticle>(
    sql`select ${listedColumns}, a.content from ${fromArticles} where a.kind = 'post' and ${inCategory} and ${isPublicArticle}
      order by a.publish_at desc, a.id desc limit ${limit} offset ${offset}`,
  )
}

/** Returns the titles of the public pages, for the navigation of the site. */
export function listPublicPages(db: Queries, limit: number): Promise<Pick<ArticleRow, 'slug' | 'title'>[]> {
  return db.run(
    sql`select a.slug, a.title from articles a where a.kind = 'page' and ${isPublicArticle}
      order by lower(a.title), a.id limit ${limit}`,
  )
}

/** Returns the categories with a public post, by name. */
export function listPublicCategories(db: Queries): Promise<PublicCategory[]> {
  return db.run<PublicCategory>(
    sql`select c.slug, c.name, c.description from categories c
      where exists (select 1 from article_categories ac join articles a on a.id = ac.article_id
                     where ac.category_id = c.id and ${isPublicArticle})
      order by lower(c.name), c.id`,
  )
}

/** The limit of the sitemap protocol for one file. */
const maxSitemapUrls = 50_000

/** Returns the paths of the public site with the time of their last change. */
export async function listSitePaths(db: Queries): Promise<{ path: string; changedAt: string | null }[]> {
  return db.run(
    sql`select * from (
        select '/blog' as path, max(greatest(a.updated_at, a.publish_at)) as "changedAt", 0 as part from articles a
         where a.kind = 'post' and ${isPublicArticle}
        union all
        select '/blog/category/' || c.slug, max(greatest(a.updated_at, a.publish_at)), 1
          from categories c join article_categories ac on ac.category_id = c.id join articles a on a.id = ac.article_id
         where ${isPublicArticle} group by c.slug
        union all
        select case a.kind when 'page' then '/pages/' else '/blog/' end || a.slug, greatest(a.updated_at, a.publish_at), 2
          from articles a where ${isPublicArticle}
        union all
        -- Without a time, which would reveal when the user was active.
        select '/@' || u.username, null, 3 from users u where ${hasPublicProfile}) as paths
      order by part, "changedAt" desc, path limit ${sql.raw(maxSitemapUrls)}`,
  )
}

/** The name and the colour of the instance. */
export interface SiteFacts {
  name: string
  color: string | null
}

/** Reads the settings leniently, because an instance may not have them. */
export async function readSiteFacts(db: Queries): Promise<SiteFacts> {
  const rows = await db.run<{ key: string; value: unknown }>(
    sql`select key, value from settings where key in ('instance.name', 'instance.color')`,
  )
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const [name, color] = [values.get('instance.name'), values.get('instance.color')]
  return {
    name: typeof name === 'string' && name !== '' ? name : 'Baton',
    // Becomes a part of the style sheet, so only a plain hexadecimal colour passes.
    color: typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : null,
  }
}

/**
 * Returns a key that changes with every visible change of the site: an edit replaces the version, a scheduled article
 * that becomes public is the latest one, and the set of current sponsors changes with the day.
 */
export async function readSiteVersion(db: Queries): Promise<string> {
  const [row] = await db.run<{ version: string; latest: string | null; sponsors: string | null }>(
    sql`select s.version, (select a.publish_at::text from articles a where ${isPublicArticle}
          order by a.publish_at desc, a.id desc limit 1) as latest,
        (select string_agg(s.id::text, ' ' order by s.id) from sponsors s where ${isCurrentSponsor}) as sponsors
        from site_version s`,
  )
  return `${row!.version} ${row!.latest} ${row!.sponsors}`
}

/** Makes every node render the site again. */
export async function changeSiteVersion(db: Queries): Promise<void> {
  await db.run(sql`update site_version set version = gen_random_uuid()`)
}
