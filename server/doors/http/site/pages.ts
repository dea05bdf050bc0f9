import { profilePath } from '../../../domains/auth/accounts/public-profile.ts'
import { imageUrl } from '../../../operations/image-url.ts'
import { articlePath } from '../../../domains/content/article.ts'
import type {
  ListedArticle,
  PublicArticle,
  PublicCategory,
} from '../../../domains/content/public-articles.ts'
import { excerptLength, excerptOf } from '../../../domains/knowledge/notes/text.ts'
import { type Html, html } from '../../../platform/html.ts'
import { type Site, sitePage } from './layout.ts'
import { renderMarkdown } from './markdown.ts'

/** Renders a page or a post. */
export function articlePage(site: Site, article: PublicArticle): string {
  const cover = imageUrl(article.cover_id)
  const isPost = article.kind === 'post'
  const body = html`<article>
    <h1>${article.title}</h1>
    ${isPost ? factsOf(article) : html.empty}${cover ? html`<img class="cover" src="${cover}" alt="" />` : html.empty}
    ${renderMarkdown(article.content)}
    ${
      article.categories.length > 0
        ? html`<ul class="tags" aria-label="Categories">
            ${article.categories.map(categoryItem)}
          </ul>`
        : html.empty
    }
  </article>`
  return sitePage(site, {
    title: article.seo_title || article.title,
    description: descriptionOf(article),
    path: articlePath(article),
    type: 'article',
    image: cover,
    head: isPost ? articleHead(article) : html.empty,
    body,
  })
}

/** Returns the description for search engines and shared links: the best that the author has written. */
export function descriptionOf(article: PublicArticle): string {
  const { title, summary, seo_description, content } = article
  return seo_description || summary || excerptOf(title, content.slice(0, excerptLength))
}

function articleHead({ publish_at, updated_at, author_name, categories }: PublicArticle): Html {
  return html`<meta property="article:published_time" content="${publish_at}" />
    <meta property="article:modified_time" content="${updated_at}" />
    ${author_name ? html`<meta name="author" content="${author_name}" /> ` : html.empty}${categories.map(
      ({ name }) => html`<meta property="article:section" content="${name}" /> `,
    )}`
}

export interface PostList {
  posts: PublicArticle[]
  categories: PublicCategory[]
  category?: PublicCategory | undefined
  number: number
  hasMore: boolean
}

/** Renders one page of the blog, or of a category. */
export function postListPage(site: Site, { posts, categories, category, number, hasMore }: PostList): string {
  const path = category ? `/blog/category/${category.slug}` : '/blog'
  const at = (page: number) => (page === 1 ? path : `${path}?page=${page}`)
  const title = category?.name ?? 'Blog'
  const others = categories.filter(({ slug }) => slug !== category?.slug)
  const body = html`<h1>${title}</h1>
    ${category?.description ? html`<p class="lead">${category.description}</p>` : html.empty}
    ${
      posts.length > 0
        ? html`<ul class="posts">
            ${posts.map(postItem)}
          </ul>`
        : html`<p>No posts yet.</p>`
    }
    ${
      number > 1 || hasMore
        ? html`<nav class="pager" aria-label="Pages">
            ${number > 1 ? html`<a rel="prev" href="${at(number - 1)}">Newer posts</a>` : html`<span></span>`}${hasMore ? html`<a rel="next" href="${at(number + 1)}">Older posts</a>` : html.empty}
          </nav>`
        : html.empty
    }
    ${
      others.length > 0
        ? html`<h2>Categories</h2>
            <ul class="tags">
              ${others.map(categoryItem)}
            </ul>`
        : html.empty
    }`
  const description = category?.description ?? ''
  return sitePage(site, { title, description, path: at(number), body, hasSponsorLogos: true })
}

function postItem(post: PublicArticle): Html {
  return html`<li>
    <h2><a href="${articlePath(post)}">${post.title}</a></h2>
    <p>${post.summary || excerptOf(post.title, post.content.slice(0, excerptLength))}</p>
    ${factsOf(post)}
  </li> `
}

function factsOf({ publish_at, author_name, author_profile }: ListedArticle): Html {
  const author = author_profile
    ? html`<a rel="author" href="${profilePath(author_profile)}">${author_name ?? author_profile}</a>`
    : html`${author_name ?? ''}`
  return html`<p class="facts">${timeOf(publish_at)}${author_name ? html` by ${author}` : html.empty}</p>`
}

export function timeOf(at: string): Html {
  return html`<time datetime="${at}">${day.format(new Date(at))}</time>`
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

function categoryItem({ slug, name }: Pick<PublicCategory, 'slug' | 'name'>): Html {
  return html`<li><a href="/blog/category/${slug}">${name}</a></li>`
}

export function missingPage(site: Site): string {
  const body = html`<h1>Page not found</h1>
    <p>This page doesn't exist, or it isn't public. Go to the <a href="/blog">blog</a>.</p>`
  const head = html`<meta name="robots" content="noindex" /> `
  return sitePage(site, { title: 'Page not found', description: '', path: '/blog', body, head })
}
