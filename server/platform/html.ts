/** Text that is safe in HTML and XML. Only the functions of this file and the Markdown renderer create it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Part = string | number | Html | readonly Html[]

/** Builds HTML or XML. Each `${part}` is text, which is escaped, or other HTML. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0]!
  for (const [index, part] of parts.entries()) text += render(part) + strings[index + 1]!
  return new Html(text)
}

html.empty = new Html('')

/** The same for XML, which the formatter must not format like HTML. */
export const xml = html

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return escapeText(String(part))
}

// XML 1.0 forbids these characters, even as references (section 2.2).
// oxlint-disable-next-line no-control-regex -- They are the characters to remove.
const forbiddenInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export function escapeText(text: string): string {
  return text.replace(forbiddenInXml, '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
