import type { Article, ArticleChange, ArticleState, NewArticle } from './content-kinds.ts'

/** The values of the form. The time is that of an input: local, without a zone. */
export interface ArticleFields {
  title: string
  slug: string
  summary: string
  content: string
  state: ArticleState
  publishAt: string
  author: string
  categories: string[]
  seoTitle: string
  seoDescription: string
}

export const fieldNames = [
  'title',
  'slug',
  'summary',
  'content',
  'state',
  'publishAt',
  'author',
  'categories',
  'seoTitle',
  'seoDescription',
] as const satisfies (keyof ArticleFields)[]

export function fieldsOf(article: Article): ArticleFields {
  const { title, slug, summary, content, state, publishAt, author, seoTitle, seoDescription } = article
  return {
    title,
    slug,
    summary,
    content,
    state,
    publishAt: publishAt ? toLocal(publishAt) : '',
    author: author?.username ?? '',
    categories: (article.categories ?? []).map((category) => category.slug),
    seoTitle,
    seoDescription,
  }
}

export function emptyFields(author: string): ArticleFields {
  const texts = {
    title: '',
    slug: '',
    summary: '',
    content: '',
    publishAt: '',
    seoTitle: '',
    seoDescription: '',
  }
  return { ...texts, state: 'draft', author, categories: [] }
}

/** Returns the input for a new article. */
export function newArticle({ slug, author, state, publishAt, ...fields }: ArticleFields): NewArticle {
  return {
    ...fields,
    ...(slug && { slug }),
    author: author || null,
    ...publicationOf(state, publishAt),
  }
}

/** Returns the input for the changed fields. A scheduled article always sends its state with its time. */
export function changeOf(set: Partial<ArticleFields>, shown: ArticleFields): ArticleChange {
  const { state, publishAt, author, ...fields } = set
  const isMoved = state !== undefined || publishAt !== undefined
  return {
    ...fields,
    ...(author !== undefined && { author: author || null }),
    ...(isMoved && publicationOf(shown.state, shown.publishAt)),
  }
}

/** Only a scheduled article sends a time: the server chooses the others. */
function publicationOf(state: ArticleState, publishAt: string) {
  return {
    state,
    ...(state === 'scheduled' && publishAt && { publishAt: new Date(publishAt).toISOString() }),
  }
}

function toLocal(time: string): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
