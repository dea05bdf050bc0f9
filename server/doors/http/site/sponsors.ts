import { tiers } from '../../../domains/sponsors/sponsor.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { Site } from './layout.ts'

type Sponsor = Site['sponsors'][number]

const tierNames = {
  platinum: 'Platinum sponsors',
  gold: 'Gold sponsors',
  silver: 'Silver sponsors',
  bronze: 'Bronze sponsors',
} satisfies Record<Sponsor['tier'], string>

/** Renders the sponsors by tier with their logos. */
export function sponsorLogos(sponsors: Sponsor[]): Html {
  if (sponsors.length === 0) return html.empty
  const groups = tiers.filter((tier) => sponsors.some((sponsor) => sponsor.tier === tier))
  return html`<aside class="sponsors" aria-label="Sponsors">
    ${groups.map(
      (tier) =>
        html`<h2>${tierNames[tier]}</h2>
          <ul class="${tier}">
            ${sponsors.filter((sponsor) => sponsor.tier === tier).map(logoItem)}
          </ul>`,
    )}
  </aside>`
}

function logoItem(sponsor: Sponsor): Html {
  const { name, logo } = sponsor
  return html`<li>
    ${sponsorLink(sponsor, logo ? html`<img src="${logo}" alt="${name}" />` : html`${name}`)}
  </li> `
}

/** Names the sponsors in one line, for the footer. */
export function sponsorLinks(sponsors: Sponsor[]): Html {
  if (sponsors.length === 0) return html.empty
  const links = sponsors.map(
    (sponsor, index) => html`${index > 0 ? ', ' : ''}${sponsorLink(sponsor, html`${sponsor.name}`)}`,
  )
  return html`<p>Sponsors: ${links}</p>`
}

/** Marks a paid link for search engines. */
function sponsorLink({ link }: Sponsor, content: Html): Html {
  return html`<a rel="sponsored noopener" href="${link}">${content}</a>`
}
