import { z } from 'zod'
import { pageInput } from '../../database/pages.ts'
import type { Rows } from '../../database/row-types.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { Named, Who, authorship, authorshipOf, whoFromActor } from '../../operations/actor.ts'
import { imageUrl } from '../../operations/image-url.ts'
import { reference } from '../../operations/reference.ts'
import { reasonField } from '../knowledge/revisions/revision.ts'

/* Shared by pages and posts of the public site. Both are rows of `articles`. */

export type ArticleRow = Rows['articles']
export type ArticleKind = ArticleRow['kind']

export const articleStates = ['draft', 'scheduled', 'published', 'archived'] as const
export type ArticleState = (typeof articleStates)[number]

/** An article with the name of its author and its categories. */
export interface ShownArticle extends ArticleRow {
  author_name: string | null
  author_username: string | null
  /** Decided by the time of the database. */
  is_scheduled: boolean
  categories: { id: string; slug: string; name: string }[]
}

/**
 * SQL that is true for the articles `a` that everyone can read. Every public read uses it: the time of the database
 * decides, so a scheduled article becomes public without a job.
 */
export const isPublicArticle: Sql = sql`(a.state = 'published' and a.publish_at <= now() and a.deleted_at is null)`

/** SQL for the articles `a` in one of the four states. */
export const articlesInState: Record<ArticleState, Sql> = {
  draft: sql`a.state = 'draft'`,
  scheduled: sql`a.state = 'published' and a.publish_at > now()`,
  published: sql`a.state = 'published' and a.publish_at <= now()`,
  archived: sql`a.state = 'archived'`,
}

function stateOf({ state, is_scheduled }: Pick<ShownArticle, 'state' | 'is_scheduled'>): ArticleState {
  return is_scheduled ? 'scheduled' : state
}

/** Returns the path of a page or post on the public site. */
export function articlePath({ kind, slug }: Pick<ArticleRow, 'kind' | 'slug'>): string {
  return kind === 'page' ? `/pages/${slug}` : `/blog/${slug}`
}

const listed = {
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  summary: z.string().describe('Plain text.'),
  state: z.enum(articleStates),
  publishAt: z.iso.datetime().nullable().describe('Time from which it is public. Planned time of a draft.'),
  url: z.string().describe('Path on this server. Public only while the state is published.'),
  coverUrl: z.string().nullable().describe('Path of the cover image on this server.'),
  author: Named.extend({ username: z.string() }).nullable(),
  seoTitle: z.string().describe('Title in search results. Empty: the title.'),
  seoDescription: z.string().describe('Description in search results. Empty: the summary.'),
  revision: z.int(),
  deletedAt: z.iso.datetime().nullable(),
  deletedBy: Who.nullable(),
  ...authorship,
}
const content = { content: z.string().describe('Markdown.') }
const categories = {
  categories: z.array(z.object({ id: z.uuid(), slug: z.string(), name: z.string() })),
}

export const ListedPage = z.object(listed).meta({ id: 'ListedPage' })
export const Page = z.object({ ...listed, ...content }).meta({ id: 'Page' })
export const ListedPost = z.object({ ...listed, ...categories }).meta({ id: 'ListedPost' })
export const Post = z.object({ ...listed, ...categories, ...content }).meta({ id: 'Post' })

export function listedPageFromRow(row: Omit<ShownArticle, 'content'>): z.output<typeof ListedPage> {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    summary: row.summary,
    state: stateOf(row),
    publishAt: row.publish_at,
    url: articlePath(row),
    coverUrl: imageUrl(row.cover_id),
    author:
      row.author_id === null
        ? null
        : { id: row.author_id, name: row.author_name!, username: row.author_username! },
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    revision: row.revision,
    deletedAt: row.deleted_at,
    deletedBy: row.deleted_by && whoFromActor(row.deleted_by),
    ...authorshipOf(row),
  }
}

export function pageFromRow(row: ShownArticle): z.output<typeof Page> {
  return { ...listedPageFromRow(row), content: row.content }
}

export function listedPostFromRow(row: Omit<ShownArticle, 'content'>): z.output<typeof ListedPost> {
  return { ...listedPageFromRow(row), categories: row.categories }
}

export function postFromRow(row: ShownArticle): z.output<typeof Post> {
  return { ...listedPostFromRow(row), content: row.content }
}

export const pageRef = reference('page', 'Page: its slug or id.')
export const postRef = reference('post', 'Post: its slug or id.')
export const deletedPageRef = reference('deletedPage', 'Deleted page: its id.')
export const deletedPostRef = reference('deletedPost', 'Deleted post: its id.')
export const categoryRef = reference('category', 'Category: its slug or id.')

const maxTitleLength = 200
export const maxSlugLength = 80
export const maxCategories = 10

export const slugField = z
  .string()
  .trim()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens.')
  .max(maxSlugLength)

/** Input fields of pages and posts. */
export const articleFields = {
  title: z.string().trim().min(1).max(maxTitleLength).describe('Title.'),
  slug: slugField.describe('Last part of the URL: lower-case letters, digits and hyphens. Unique per kind.'),
  content: z.string().max(500_000).describe('Text in Markdown. HTML is shown as text.'),
  summary: z.string().trim().max(500).describe('Summary for lists and feeds. At most 500 characters.'),
  state: z
    .enum(articleStates)
    .describe('Scheduled: public from publishAt on. Published: public immediately.'),
  publishAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .describe(
      'Time from which it is public. In the future for a scheduled one, in the past for a published one.',
    ),
  author: reference('user', 'Author that the public site shows: username or id.').nullable(),
  seoTitle: z.string().trim().max(maxTitleLength).describe('Title in search results. Empty: the title.'),
  seoDescription: z
    .string()
    .trim()
    .max(500)
    .describe('Description in search results and shared links. Empty: the summary.'),
}

const categoriesField = z
  .array(categoryRef)
  .max(maxCategories)
  .describe('Categories: their slugs or ids. At most 10.')

export const newPageFields = {
  title: articleFields.title,
  slug: articleFields.slug.optional().describe('Last part of the URL. Default: from the title.'),
  content: articleFields.content.default(''),
  summary: articleFields.summary.default(''),
  state: articleFields.state.default('draft'),
  publishAt: articleFields.publishAt.optional(),
  author: articleFields.author
    .optional()
    .describe('Author: username or id. Default: the caller. Null: none.'),
  seoTitle: articleFields.seoTitle.default(''),
  seoDescription: articleFields.seoDescription.default(''),
}
export const newPostFields = { ...newPageFields, categories: categoriesField.default([]) }

export const changedPageFields = {
  title: articleFields.title.optional(),
  slug: articleFields.slug.optional(),
  content: articleFields.content.optional(),
  summary: articleFields.summary.optional(),
  state: articleFields.state.optional(),
  publishAt: articleFields.publishAt.optional(),
  author: articleFields.author.optional(),
  seoTitle: articleFields.seoTitle.optional(),
  seoDescription: articleFields.seoDescription.optional(),
  reason: reasonField.optional(),
}
export const changedPostFields = { ...changedPageFields, categories: categoriesField.optional() }

/** Input fields of the lists of pages and posts. */
export const listFields = {
  state: z.array(z.enum(articleStates)).max(articleStates.length).optional().describe('Only these states.'),
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Only those with this text in the title or slug.'),
  deleted: z
    .boolean()
    .default(false)
    .describe('List deleted ones instead, which can be restored for 30 days.'),
  ...pageInput,
}

export const coverImage = z.file().describe('Image file: PNG, JPEG, WebP or GIF, at most 5 MiB.')
/** The size that previews of shared links expect. */
export const coverFrame = { width: 1600, height: 840 }

export type ArticleChange = z.output<z.ZodObject<typeof changedPostFields>>
export type NewArticle = z.output<z.ZodObject<typeof newPageFields>> & { categories?: string[] }
export type ArticleFilter = z.output<z.ZodObject<typeof listFields>> & { category?: string | undefined }
