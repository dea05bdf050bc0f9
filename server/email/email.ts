import type { Email } from '../platform/email.ts'
import type { AppLink } from './app-link.ts'

/** What a template makes; whoever sends it says to whom. */
export type Content = Omit<Email, 'to'>

/** A mail as it is written: its text and its HTML are two prints of this, so neither says what the other does not. */
export interface Letter {
  subject: string
  parts: Part[]
  /** Why this person got it. */
  why: string
  /** What the instance is called. */
  instance: string
  /** Where a mail program switches such mails off with one click. */
  unsubscribe?: AppLink
}

/** A `thing` is one of several that a mail tells of: its sentence, what was said, and where it is. */
type Part =
  | string
  | { code: string }
  | { button: string; link: AppLink }
  | { thing: string; said: string | null; link: AppLink }

export function write({ subject, parts, why, instance, unsubscribe }: Letter): Content {
  return {
    subject: oneLine(subject),
    text: [...parts.map(asText), `-- \n${oneLine(why)}\n${oneLine(instance)}\n`].join('\n\n'),
    html: page({ title: subject, body: parts.map(asHtml).join('\n'), why, instance }),
    ...(unsubscribe && { unsubscribe }),
  }
}

function asText(part: Part): string {
  if (typeof part === 'string') return oneLine(part)
  if ('thing' in part) return [oneLine(part.thing), ...quoted(part.said), part.link].join('\n')
  return 'code' in part ? oneLine(part.code) : `${oneLine(part.button)}:\n${part.link}`
}

/** Marked as somebody's words, in both prints. */
function quoted(said: string | null): string[] {
  return said ? [`“${oneLine(said)}”`] : []
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escaped(part)}</p>`
  if ('code' in part) return `<p class="code" style="${codeStyle}">${escaped(part.code)}</p>`
  const link = escaped(part.link)
  if ('thing' in part) {
    const said = quoted(part.said).map((text) => `${escaped(text)}<br>`)
    return `<p style="margin:0 0 16px">${escaped(part.thing)}<br>${said.join('')}<a class="link" href="${link}" style="color:#0f766e">${link}</a></p>`
  }
  return `<p style="margin:24px 0 16px"><a class="button" href="${link}" style="${buttonStyle}">${escaped(part.button)}</a></p>
<p class="quiet" style="${quietStyle};margin:0 0 24px;word-break:break-all">Or open this address: <a class="link" href="${link}" style="color:#0f766e">${link}</a></p>`
}

// Mail clients know little CSS: what matters stands at each element, and a style sheet only adds the dark colours.
const sans = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif`
const mono = `ui-monospace,'SF Mono',Menlo,Consolas,monospace`
const codeStyle = `margin:24px 0;padding:16px;border-radius:8px;background:#f7f7f5;text-align:center;font:600 32px/1.2 ${mono};letter-spacing:6px`
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;font-weight:600;text-decoration:none'
const quietStyle = 'color:#5f6466;font-size:13px;line-height:1.5'

function page({ title, body, why, instance }: Record<'title' | 'body' | 'why' | 'instance', string>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .canvas { background: #121314 !important; color: #eceeee !important }
  .sheet { background: #191b1c !important; border-color: #2c2f31 !important }
  .code { background: #242729 !important }
  .button { background: #38c9b7 !important; color: #05221f !important }
  .link { color: #38c9b7 !important }
  .quiet { color: #9ba1a4 !important; border-color: #2c2f31 !important }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f7f7f5;color:#1b1d1e">
<div class="canvas" style="padding:24px 12px;background:#f7f7f5;color:#1b1d1e;font:16px/1.5 ${sans}">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:32px 28px;border:1px solid #e4e4df;border-radius:12px;background:#ffffff">
${body}
<p class="quiet" style="${quietStyle};margin:32px 0 0;padding-top:16px;border-top:1px solid #e4e4df">${escaped(why)}<br>${escaped(instance)}</p>
</div>
</div>
</body>
</html>
`
}

/** Names are chosen by people: none can begin a line of its own, nor a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => entities[character]!)
}
