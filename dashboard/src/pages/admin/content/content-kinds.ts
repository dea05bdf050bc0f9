import type { InputOf, OutputOf } from '../../../client.ts'
import { call } from '../../../client.ts'
import { type PagesRead, type ReadOf, read, readFilteredPages } from '../../../read.ts'
import { write } from '../../../write.ts'
import type { ArticleSearch } from './article-search.ts'
import { upload } from '../../../upload.ts'

/** The two kinds of articles, as they are named in the URL. */
export type ContentKind = 'pages' | 'posts'

/** A page or a post. Only posts have categories. */
export type Article = OutputOf<'pages.get'> & Partial<Pick<OutputOf<'posts.get'>, 'categories'>>
export type ListedArticle = Omit<Article, 'content'>
export type ArticleState = Article['state']
export type NewArticle = InputOf<'posts.create'>
export type ArticleChange = Omit<InputOf<'posts.update'>, 'post'>

function filterOf({ find, state }: ArticleSearch) {
  return {
    limit: 50,
    ...(find && { search: find }),
    ...(state === 'deleted' ? { deleted: true } : state && { state: [state] }),
  }
}

interface Operations {
  kind: 'page' | 'post'
  list: (search: ArticleSearch) => PagesRead<ListedArticle>
  get: (ref: string) => ReadOf<Article>
  getRevision: (ref: string, revision: number) => ReadOf<OutputOf<'pages.getRevision'>>
  create: (input: NewArticle) => Promise<Article>
  update: (ref: string, change: ArticleChange, version: number) => Promise<Article>
  delete: (ref: string) => Promise<unknown>
  restore: (ref: string) => Promise<Article>
  setCover: (ref: string, image: File, onProgress: (progress: number) => void) => Promise<Article>
  removeCover: (ref: string) => Promise<Article>
}

/** The operations of each kind. */
export const contentKinds: Record<ContentKind, Operations> = {
  pages: {
    kind: 'page',
    list: (search) => readFilteredPages('pages.list', filterOf(search)),
    get: (page) => read('pages.get', { page }),
    getRevision: (page, revision) => read('pages.getRevision', { page, revision }),
    create: ({ categories: _, ...input }) => write('pages.create', input),
    update: (page, { categories: _, ...change }, ifMatch) =>
      write('pages.update', { page, ...change }, { ifMatch }),
    delete: (page) => call('pages.delete', { page }),
    restore: (page) => write('pages.restore', { page }),
    setCover: (page, image, onProgress) => upload('pages.setCover', { page, image }, onProgress),
    removeCover: (page) => call('pages.removeCover', { page }),
  },
  posts: {
    kind: 'post',
    list: (search) =>
      readFilteredPages('posts.list', filterOf(search)) as unknown as PagesRead<ListedArticle>,
    get: (post) => read('posts.get', { post }),
    getRevision: (post, revision) => read('posts.getRevision', { post, revision }),
    create: (input) => write('posts.create', input),
    update: (post, change, ifMatch) => write('posts.update', { post, ...change }, { ifMatch }),
    delete: (post) => call('posts.delete', { post }),
    restore: (post) => write('posts.restore', { post }),
    setCover: (post, image, onProgress) => upload('posts.setCover', { post, image }, onProgress),
    removeCover: (post) => call('posts.removeCover', { post }),
  },
}

export function isContentKind(kind: string): kind is ContentKind {
  return Object.hasOwn(contentKinds, kind)
}
