import { type Options, micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { Html } from '../../../platform/html.ts'

/**
 * Renders Markdown with GitHub's extensions. Raw HTML becomes text. Links keep only the protocols http, https, mailto,
 * irc and xmpp, and images only http and https: these are the defaults of micromark.
 */
export function renderMarkdown(markdown: string): Html {
  return new Html(belowTitle(micromark(markdown, options)))
}

const options: Options = {
  allowDangerousHtml: false,
  allowDangerousProtocol: false,
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
}

/**
 * Renders Markdown of any user. It has no images, which would let another server see the visitors, and search engines
 * don't count its links.
 */
export function renderUserMarkdown(markdown: string): Html {
  const withoutImages = { disable: { null: ['labelStartImage'] } }
  const rendered = micromark(markdown, { ...options, extensions: [gfm(), withoutImages] })
  return new Html(belowTitle(rendered).replaceAll('<a href=', '<a rel="nofollow ugc noopener" href='))
}

/**
 * Lowers the headings below the title of the page, without gaps between their levels, and names checkboxes for screen
 * readers. In text, `<` is escaped.
 */
function belowTitle(rendered: string): string {
  /** The author's levels of the headings that contain the current one. */
  const open: string[] = []
  return rendered
    .replace(/<(\/?)h([1-6])(?=[ >])/g, (_, slash: string, level: string) => {
      if (!slash) {
        while (open.length > 0 && open.at(-1)! >= level) open.pop()
        open.push(level)
      }
      return `<${slash}h${Math.min(open.length + 1, 6)}`
    })
    .replace(/<input type="checkbox" disabled=""( checked="")?/g, (input, checked?: string) => {
      return `${input} aria-label="${checked ? 'Done' : 'To do'}"`
    })
}

/** Makes the links of rendered Markdown absolute, for feed readers. In text, quotation marks are escaped. */
export function withAbsoluteLinks({ text }: Html, appUrl: string): Html {
  return new Html(text.replace(/ (href|src)="\/(?!\/)/g, (_, name: string) => ` ${name}="${appUrl}/`))
}
