import { type Html, html } from '../../../platform/html.ts'
import type { SiteFacts } from '../../../domains/content/public-articles.ts'
import type { currentSponsors } from '../../../domains/sponsors/sponsor.ts'
import { previewTags } from '../preview-tags.ts'
import { sponsorLinks, sponsorLogos } from './sponsors.ts'

/** The parts that all pages of the site share. */
export interface Site extends SiteFacts {
  appUrl: string
  /** The public pages, for the navigation. */
  pages: { slug: string; title: string }[]
  /** The current sponsors, the highest tier first. */
  sponsors: Awaited<ReturnType<typeof currentSponsors>>
}

export interface SitePage {
  title: string
  description: string
  path: string
  body: Html
  type?: 'article' | 'profile' | 'website'
  image?: string | null
  /** More elements of the head. */
  head?: Html
  /** Shows the logos of the sponsors. Other pages name them in the footer. */
  hasSponsorLogos?: boolean
}

export const stylePath = '/site.css'

/**
 * Forbids scripts, frames and forms. Images of other servers are allowed, because authors embed them, but only
 * encrypted ones.
 */
export const sitePolicy = [
  `default-src 'none'`,
  `style-src 'self'`,
  `img-src 'self' https:`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** Returns a whole page of the site. It needs no scripts. */
export function sitePage(site: Site, page: SitePage): string {
  const { title, description, path, body, type = 'website', image = null, head = html.empty } = page
  const { hasSponsorLogos = false } = page
  const url = site.appUrl + path
  const fullTitle = title === site.name ? title : `${title} · ${site.name}`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${fullTitle}</title>
        ${description ? html`<meta name="description" content="${description}" /> ` : html.empty}
        <link rel="canonical" href="${url}" />
        <link rel="icon" href="/baton.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="stylesheet" href="${stylePath}" />
        <link rel="alternate" type="application/atom+xml" title="${site.name}" href="/blog/feed.atom" />
        <link rel="alternate" type="application/feed+json" title="${site.name}" href="/blog/feed.json" />
        ${previewTags({ site: site.name, title, description, url, appUrl: site.appUrl, type, image })} ${head}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <a class="name" href="/blog">${site.name}</a>
          <nav aria-label="Site">
            <a href="/blog">Blog</a>${site.pages.map(navigationLink)}<a href="/">Sign in</a>
          </nav>
        </header>
        <main id="content">${body}${hasSponsorLogos ? sponsorLogos(site.sponsors) : html.empty}</main>
        <footer>
          ${hasSponsorLogos ? html.empty : sponsorLinks(site.sponsors)}
          <p>
            ${site.name} · <a href="/blog/feed.atom">Atom feed</a> · <a href="/blog/feed.json">JSON feed</a>
          </p>
        </footer>
      </body>
    </html> `.text
}

function navigationLink({ slug, title }: Site['pages'][number]): Html {
  return html`<a href="/pages/${slug}">${title}</a>`
}
