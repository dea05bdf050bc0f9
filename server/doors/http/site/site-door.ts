import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  findFormerSlug,
  findPublicArticle,
  listPublicCategories,
  listPublicPages,
  listPublicPosts,
  listSitePaths,
  readSiteFacts,
} from '../../../domains/content/public-articles.ts'
import { articlePath } from '../../../domains/content/article.ts'
import { findPublicProfile } from '../../../domains/profiles/read-profile.ts'
import { currentSponsors } from '../../../domains/sponsors/sponsor.ts'
import type { App } from '../../../operations/context.ts'
import { type Document, createDocument, sendDocument } from '../documents.ts'
import { type Site, sitePolicy, stylePath } from './layout.ts'
import { createSiteCache } from './site-cache.ts'
import { siteStyle } from './style.ts'

const postsPerPage = 20
const maxPageNumber = 1000
const maxNavigationPages = 12

// Clients and proxies keep a copy, but ask before they use it, so that an unpublished page disappears everywhere.
const cacheControl = 'public, max-age=0, must-revalidate'

// A profile lists items whose changes don't change the version of the site, such as projects.
const profileMaxAgeMs = 1000

// Most instances show their site to few visitors, so a start doesn't load the templates.
const templates = () => import('./templates.ts')

interface Params {
  slug: string
  /** The number of the page of a list. */
  number: number
}

interface Route {
  render: (params: Params) => Promise<Document | undefined>
  /** Returns the current path of a document that has moved. */
  findMoved?: (params: Params) => Promise<string | undefined>
  isList?: boolean
  maxAgeMs?: number
}

/** Serves the public site of the instance as HTML without scripts, with its feeds and its sitemap. */
export function serveSite(app: App, http: FastifyInstance): void {
  const { database } = app
  const appUrl = app.config.APP_URL.replace(/\/$/, '')
  const cache = createSiteCache(app)

  async function readSite(): Promise<Site> {
    const [facts, pages, sponsors] = await Promise.all([
      readSiteFacts(database),
      listPublicPages(database, maxNavigationPages),
      currentSponsors(database),
    ])
    return { ...facts, pages, sponsors, appUrl }
  }

  async function renderPosts(slug: string | undefined, number: number): Promise<Document | undefined> {
    const offset = (number - 1) * postsPerPage
    const [site, found, categories] = await Promise.all([
      readSite(),
      listPublicPosts(database, { category: slug, limit: postsPerPage + 1, offset }),
      listPublicCategories(database),
    ])
    const category = categories.find((each) => each.slug === slug)
    if ((slug !== undefined && !category) || (number > 1 && found.length === 0)) return undefined
    const posts = found.slice(0, postsPerPage)
    const hasMore = found.length > postsPerPage
    const { postListPage } = await templates()
    return page(postListPage(site, { posts, categories, category, number, hasMore }))
  }

  async function renderArticle(kind: 'page' | 'post', slug: string): Promise<Document | undefined> {
    const [site, article, { articlePage }] = await Promise.all([
      readSite(),
      findPublicArticle(database, kind, slug),
      templates(),
    ])
    return article && page(articlePage(site, article))
  }

  async function findMovedArticle(kind: 'page' | 'post', slug: string): Promise<string | undefined> {
    const current = await findFormerSlug(database, kind, slug)
    return current && articlePath({ kind, slug: current })
  }

  async function renderProfile(username: string): Promise<Document | undefined> {
    const [site, profile, { profilePage }] = await Promise.all([
      readSite(),
      findPublicProfile(database, username),
      templates(),
    ])
    return profile && page(profilePage(site, profile))
  }

  async function renderFeed(type: string, template: 'atomFeed' | 'jsonFeed'): Promise<Document> {
    const latest = { limit: postsPerPage }
    const [site, posts, { [template]: write }] = await Promise.all([
      readSite(),
      listPublicPosts(database, latest),
      templates(),
    ])
    return createDocument(type, write(site, posts), { cacheControl })
  }

  serve('/pages/:slug', {
    render: ({ slug }) => renderArticle('page', slug),
    findMoved: ({ slug }) => findMovedArticle('page', slug),
  })
  serve('/blog', { render: ({ number }) => renderPosts(undefined, number), isList: true })
  serve('/blog/:slug', {
    render: ({ slug }) => renderArticle('post', slug),
    findMoved: ({ slug }) => findMovedArticle('post', slug),
  })
  serve('/blog/category/:slug', { render: ({ slug, number }) => renderPosts(slug, number), isList: true })
  serve('/@:slug', { render: ({ slug }) => renderProfile(slug), maxAgeMs: profileMaxAgeMs })
  serve('/blog/feed.atom', { render: () => renderFeed('application/atom+xml; charset=utf-8', 'atomFeed') })
  serve('/blog/feed.json', { render: () => renderFeed('application/feed+json; charset=utf-8', 'jsonFeed') })
  serve('/sitemap.xml', {
    render: async () => {
      const { sitemap } = await templates()
      const text = sitemap(appUrl, await listSitePaths(database))
      return createDocument('application/xml; charset=utf-8', text, { cacheControl })
    },
  })
  serve('/robots.txt', {
    render: async () => {
      const { robots } = await templates()
      return createDocument('text/plain; charset=utf-8', robots(appUrl), { cacheControl })
    },
  })
  serve(stylePath, {
    render: async () =>
      createDocument('text/css; charset=utf-8', siteStyle(await readSiteFacts(database)), { cacheControl }),
  })

  function serve(path: string, route: Route): void {
    http.get(path, (request, reply) => {
      const { slug = '' } = request.params as { slug?: string }
      const number = route.isList ? pageNumber(request) : 1
      const key = number === 1 ? `${path} ${slug}` : `${path} ${slug} ${number}`
      const cached = cache.fresh(key)
      if (cached) return sendDocument(request, reply, cached)
      return renderAndSend(request, reply, key, { slug, number }, route)
    })
  }

  async function renderAndSend(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    params: Params,
    { render, findMoved, maxAgeMs }: Route,
  ): Promise<FastifyReply> {
    const document = await cache.read(key, () => render(params), { maxAgeMs })
    if (document) return sendDocument(request, reply, document)
    const moved = await findMoved?.(params)
    // Checked again by every client: another article can take this slug.
    if (moved) return reply.code(301).header('Cache-Control', cacheControl).header('Location', moved).send()
    const missing = await cache.read('missing', async () => {
      const { missingPage } = await templates()
      return page(missingPage(await readSite()))
    })
    // Not stored by anyone: an article can be published at this URL at any time.
    return reply
      .code(404)
      .header('Cache-Control', 'no-store')
      .header('Content-Security-Policy', sitePolicy)
      .type(missing!.type)
      .send(missing!.body)
  }
}

function page(text: string): Document {
  return createDocument('text/html; charset=utf-8', text, { cacheControl, policy: sitePolicy })
}

/** Returns the number of the requested page of a list. The rest of the query is ignored, so it can't fill the cache. */
function pageNumber({ query }: FastifyRequest): number {
  const { page: given } = query as { page?: unknown }
  const number = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : 1
  return Math.min(Math.max(number, 1), maxPageNumber)
}
