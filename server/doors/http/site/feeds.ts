import { articlePath } from '../../../domains/content/article.ts'
import type { PublicArticle } from '../../../domains/content/public-articles.ts'
import { imageUrl } from '../../../operations/image-url.ts'
import { type Html, xml } from '../../../platform/html.ts'
import { profilePath } from '../../../domains/auth/accounts/public-profile.ts'
import type { Site } from './layout.ts'
import { renderMarkdown, withAbsoluteLinks } from './markdown.ts'
import { descriptionOf } from './pages.ts'

/** Returns the Atom feed (RFC 4287) of these posts, newest first. */
export function atomFeed(site: Site, posts: PublicArticle[]): string {
  const { name, appUrl } = site
  const updated = posts
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1)
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${appUrl}/blog</id>
<title>${name}</title>
<updated>${updated ?? '1970-01-01T00:00:00.000Z'}</updated>
<author><name>${name}</name></author>
<link rel="self" type="application/atom+xml" href="${appUrl}/blog/feed.atom"/>
<link rel="alternate" type="text/html" href="${appUrl}/blog"/>
${posts.map((post) => atomEntry(site, post))}</feed>
`.text
}

function atomEntry({ appUrl }: Site, post: PublicArticle): Html {
  const profile = post.author_profile
    ? xml`<uri>${appUrl + profilePath(post.author_profile)}</uri>`
    : xml.empty
  const author = post.author_name
    ? xml`<author><name>${post.author_name}</name>${profile}</author>\n`
    : xml.empty
  const categories = post.categories.map(
    ({ slug, name }) => xml`<category term="${slug}" label="${name}"/>\n`,
  )
  return xml`<entry>
<id>urn:uuid:${post.id}</id>
<title>${post.title}</title>
<link rel="alternate" type="text/html" href="${appUrl + articlePath(post)}"/>
<published>${post.publish_at}</published>
<updated>${post.updated_at}</updated>
${author}${categories}<summary>${descriptionOf(post)}</summary>
<content type="html">${absoluteContent(post, appUrl)}</content>
</entry>
`
}

/** Returns the JSON feed (version 1.1) of these posts. */
export function jsonFeed({ name, appUrl }: Site, posts: PublicArticle[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: name,
    home_page_url: `${appUrl}/blog`,
    feed_url: `${appUrl}/blog/feed.json`,
    language: 'en',
    items: posts.map((post) => ({
      id: `urn:uuid:${post.id}`,
      url: appUrl + articlePath(post),
      title: post.title,
      summary: descriptionOf(post),
      content_html: absoluteContent(post, appUrl),
      date_published: post.publish_at,
      date_modified: post.updated_at,
      ...(post.cover_id && { image: appUrl + imageUrl(post.cover_id) }),
      ...(post.author_name && { authors: [authorOf(post, appUrl)] }),
      tags: post.categories.map((category) => category.name),
    })),
  })
}

function authorOf({ author_name, author_profile }: PublicArticle, appUrl: string) {
  return { name: author_name, ...(author_profile && { url: appUrl + profilePath(author_profile) }) }
}

function absoluteContent({ content }: PublicArticle, appUrl: string): string {
  return withAbsoluteLinks(renderMarkdown(content), appUrl).text
}

/** Returns the sitemap of these paths (sitemaps.org, version 0.9). */
export function sitemap(appUrl: string, paths: { path: string; changedAt: string | null }[]): string {
  const urls = paths.map(({ path, changedAt }) => {
    const changed = changedAt ? xml`<lastmod>${changedAt}</lastmod>` : xml.empty
    return xml`<url><loc>${appUrl + path}</loc>${changed}</url>\n`
  })
  return xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`.text
}

/** Keeps crawlers out of the API and the dashboard, where they find nothing. */
export function robots(appUrl: string): string {
  return `User-agent: *
Allow: /api/images/
Disallow: /api/
Disallow: /admin
Disallow: /settings
Sitemap: ${appUrl}/sitemap.xml
`
}
