import { type Html, html } from '../../platform/html.ts'

export interface PreviewCard {
  site: string
  title: string
  description: string
  url: string
  appUrl: string
  type?: 'article' | 'profile' | 'website'
  /** The path of an image. Without one, the card shows the one of Baton. */
  image?: string | null
}

/** Returns the Open Graph and Twitter tags from which other sites build the preview card of a page. */
export function previewTags(card: PreviewCard): Html {
  const { site, title, description, url, appUrl, type = 'website', image } = card
  // An avatar is square, so it is shown small.
  const size = type === 'profile' && image ? 'summary' : 'summary_large_image'
  return html`<meta property="og:site_name" content="${site}" />
    <meta property="og:type" content="${type}" />
    <meta property="og:title" content="${title}" />
    ${description ? html`<meta property="og:description" content="${description}" /> ` : html.empty}
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${appUrl + (image ?? '/preview-card.png')}" />
    <meta name="twitter:card" content="${size}" />`
}
