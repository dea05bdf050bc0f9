import type { ProfileItem, PublicProfile } from '../../../domains/profiles/profile.ts'
import { excerptOf } from '../../../domains/knowledge/notes/text.ts'
import { type Html, html } from '../../../platform/html.ts'
import { type Site, sitePage } from './layout.ts'
import { renderUserMarkdown } from './markdown.ts'
import { timeOf } from './pages.ts'

/** Renders the public profile of a user. */
export function profilePage(site: Site, profile: PublicProfile): string {
  const { username, name, avatarUrl, bio, link } = profile
  const handle = `@${username}`
  const facts = [name === null ? '' : handle, profile.location, profile.timezone ?? ''].filter(
    (fact) => fact !== '',
  )
  const body = html`<div class="person">
      ${avatarUrl ? html`<img class="avatar" src="${avatarUrl}" alt="" width="96" height="96" />` : html.empty}
      <div>
        <h1>${name ?? handle}</h1>
        ${facts.length > 0 ? html`<p class="facts">${facts.join(' · ')}</p>` : html.empty}
        ${link ? html`<a rel="me nofollow ugc noopener" href="${link}">${shortUrl(link)}</a>` : html.empty}
      </div>
    </div>
    ${bio ? renderUserMarkdown(bio) : html.empty} ${itemList('Projects', profile.projects)}
    ${itemList('Skills', profile.skills)} ${itemList('Agents', profile.agents)}
    ${itemList(
      'Posts',
      profile.posts.map((post) => ({
        ...post,
        facts: html`<p class="facts">${timeOf(post.publishedAt)}</p>`,
      })),
    )}`
  return sitePage(site, {
    title: name === null ? handle : `${name} (${handle})`,
    description: excerptOf('', bio),
    path: profile.url,
    type: 'profile',
    image: avatarUrl,
    head: html`<meta property="profile:username" content="${username}" /> `,
    body,
  })
}

function itemList(title: string, items: (ProfileItem & { facts?: Html })[]): Html {
  if (items.length === 0) return html.empty
  return html`<h2>${title}</h2>
    <ul class="posts">
      ${items.map(
        ({ name, description, url, facts = html.empty }) =>
          html`<li>
            <h3><a href="${url}">${name}</a></h3>
            ${description ? html`<p>${excerptOf(name, description)}</p>` : html.empty}${facts}
          </li> `,
      )}
    </ul>`
}

/** Returns a URL without its protocol, as people read it. */
function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
