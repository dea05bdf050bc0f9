/*
 * Markdown as plain text, for excerpts. Every function runs in linear time, because users control the text.
 */

/** Returns a Markdown text as plain text on one line. */
export function plainText(markdown: string): string {
  return markdown.split('\n').map(plainLine).filter(Boolean).join(' ')
}

/** Removes the Markdown syntax from a line. Lines of syntax alone, such as fences and rules, become empty. */
export function plainLine(line: string): string {
  if (syntaxAlone.test(line)) return ''
  const text = line
    .replace(/\s+/g, ' ')
    .replace(blockStart, '')
    .replace(noteLink, (_, target: string, shown?: string) => shown ?? target)
    .replace(link, '$1')
  return cells(withoutEmphasis(text).trim())
}

/** Separates the cells of a table row with commas. */
function cells(text: string): string {
  if (!text.startsWith('| ') || !text.endsWith(' |')) return text
  return text.slice(2, -2).split(' | ').join(', ')
}

/** A fence of a code block, the rule below a table head or a heading, or a thematic break. */
const syntaxAlone = /^(?:\s*(?:`{3,}|~{3,})[^`]*|[\s|:=*_-]*)$/

/** Quotes, headings, list items and checkboxes. */
const blockStart = /^\s*(?:>\s?|(?:#{1,6}|[-*+]|\d{1,9}[.)])\s+)*(?:\[[ xX]\]\s+)?/

/** `[[target]]` or `[[target|text]]`. */
const noteLink = /\[\[([^[\]|]{1,300})(?:\|([^[\]]{1,300}))?\]\]/g

/** A link or an image. */
const link = /!?\[([^[\]]{0,300})\]\([^()\s]{0,2000}(?: "[^"]{0,300}")?\)/g

/** Removes the marks of emphasis and code. Marks between spaces, inside words and in code are text. */
function withoutEmphasis(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replace(emphasis, '')))
    .join('')
}

const emphasis = /(?:\*+|~~)(?=\S)|(?<=\S)(?:\*+|~~)|(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu
