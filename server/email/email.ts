import type { Email } from '../platform/email.ts'
import type { ThemeShades } from '../platform/theme-shades.ts'
import type { AppLink } from './app-link.ts'

/** The output of a template. The sender adds the recipient. */
export type Content = Omit<Email, 'to'>

/** The source of an email. Its text and its HTML are both rendered from it, so they always say the same. */
export interface Draft {
  subject: string
  parts: Part[]
  /** The sentence that says why this person received the email. */
  why: string
  /** The name of the instance. */
  instance: string
  /** The URL with which an email client turns such emails off in one click. */
  unsubscribe?: AppLink
}

/** One part of an email. An `item` is one entry of a list: its sentence, an optional quote, and its link. */
type Part =
  | string
  | { code: string }
  | { button: string; link: AppLink }
  | { item: string; quote: string | null; link: AppLink }

export function renderEmail({ subject, parts, why, instance, unsubscribe }: Draft): Content {
  return {
    subject: toSingleLine(subject),
    text: [...parts.map(renderText), `-- \n${toSingleLine(why)}\n${toSingleLine(instance)}\n`].join('\n\n'),
    html: page({ title: subject, body: parts.map(renderHtml).join('\n'), why, instance }),
    ...(unsubscribe && { unsubscribe }),
  }
}

function renderText(part: Part): string {
  if (typeof part === 'string') return toSingleLine(part)
  if ('item' in part) return [toSingleLine(part.item), ...quoted(part.quote), part.link].join('\n')
  return 'code' in part ? toSingleLine(part.code) : `${toSingleLine(part.button)}:\n${part.link}`
}

/** Adds quotation marks, so that a reader can tell another user's words from ours. */
function quoted(text: string | null): string[] {
  return text ? [`“${toSingleLine(text)}”`] : []
}

function renderHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeHtml(part)}</p>`
  if ('code' in part) return `<p class="code" style="${codeStyle}">${escapeHtml(part.code)}</p>`
  const link = escapeHtml(part.link)
  if ('item' in part) {
    const quote = quoted(part.quote).map((text) => `${escapeHtml(text)}<br>`)
    return `<p style="margin:0 0 16px">${escapeHtml(part.item)}<br>${quote.join('')}<a class="link" href="${link}" style="color:${accent.light}">${link}</a></p>`
  }
  return `<p style="margin:24px 0 16px"><a class="button" href="${link}" style="${buttonStyle}">${escapeHtml(part.button)}</a></p>
<p class="quiet" style="${quietStyle};margin:0 0 24px;word-break:break-all">Or open this URL: <a class="link" href="${link}" style="color:${accent.light}">${link}</a></p>`
}

const accent: ThemeShades = { light: '#0f766e', dark: '#38c9b7' }

/** Returns the HTML of an email in the theme color of the instance. */
export function paintEmail(html: string, shades: ThemeShades | null): string {
  if (!shades) return html
  return html
    .replaceAll(`:${accent.light}`, `:${shades.light}`)
    .replaceAll(`: ${accent.dark}`, `: ${shades.dark}`)
}

// Email clients support little CSS. Essential styles are inline; the style sheet only adds the dark colours.
const sans = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif`
const mono = `ui-monospace,'SF Mono',Menlo,Consolas,monospace`
const codeStyle = `margin:24px 0;padding:16px;border-radius:8px;background:#f7f7f5;text-align:center;font:600 32px/1.2 ${mono};letter-spacing:6px`
const buttonStyle = `display:inline-block;padding:12px 20px;border-radius:8px;background:${accent.light};color:#ffffff;font-weight:600;text-decoration:none`
const quietStyle = 'color:#5f6466;font-size:13px;line-height:1.5'

function page({ title, body, why, instance }: Record<'title' | 'body' | 'why' | 'instance', string>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .canvas { background: #121314 !important; color: #eceeee !important }
  .sheet { background: #191b1c !important; border-color: #2c2f31 !important }
  .code { background: #242729 !important }
  .button { background: ${accent.dark} !important; color: #05221f !important }
  .link { color: ${accent.dark} !important }
  .quiet { color: #9ba1a4 !important; border-color: #2c2f31 !important }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f7f7f5;color:#1b1d1e">
<div class="canvas" style="padding:24px 12px;background:#f7f7f5;color:#1b1d1e;font:16px/1.5 ${sans}">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:32px 28px;border:1px solid #e4e4df;border-radius:12px;background:#ffffff">
${body}
<p class="quiet" style="${quietStyle};margin:32px 0 0;padding-top:16px;border-top:1px solid #e4e4df">${escapeHtml(why)}<br>${escapeHtml(instance)}</p>
</div>
</div>
</body>
</html>
`
}

/** Removes line breaks, so that a name chosen by a user can't start a new line or a header. */
function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return toSingleLine(text).replace(/[&<>"']/g, (character) => entities[character]!)
}
