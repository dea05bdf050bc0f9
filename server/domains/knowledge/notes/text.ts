import { cutText } from '../../../platform/cut-text.ts'
import { plainLine } from '../../../platform/plain-text.ts'

/*
 * Extracts the title, excerpt and links from the Markdown of a note. Every function runs in linear time, because users
 * control the text.
 */

export const maxTitleLength = 300

/** Returns the first heading, or the first line with words. */
export function titleOf(content: string): string {
  const lines = withoutFences(content).split('\n')
  const heading = lines.map((line) => /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1]).find(hasWords)
  const found = plainLine(heading ?? lines.find(hasWords) ?? '').replace(/[ \t]#+$/, '')
  return cutText(found, maxTitleLength).trim() || 'Untitled'
}

const maxExcerptLength = 240

/** Returns the start of the text as plain text, without the heading that is the title. */
export function excerptOf(title: string, beginning: string): string {
  const lines = beginning.split('\n').map(plainLine).filter(hasWords)
  if (lines[0] === title) lines.shift()
  const text = lines.join(' ')
  return text.length > maxExcerptLength ? `${cutText(text, maxExcerptLength).trimEnd()}…` : text
}

/** Number of characters of a note that an excerpt is built from. */
export const excerptLength = 800

/** Returns the targets of `[[target]]` and `[[target|text]]` in order, without duplicates. Ignores code. */
export function linksIn(content: string): string[] {
  const found = new Map<string, string>()
  for (const [, target] of withoutCode(content).matchAll(
    /\[\[([^[\]\n|]{1,300})(?:\|[^[\]\n]{0,300})?\]\]/g,
  )) {
    const label = target!.trim().replace(/\s+/g, ' ')
    if (label !== '' && !found.has(label.toLowerCase())) found.set(label.toLowerCase(), label)
  }
  return [...found.values()]
}

function hasWords(line: string | undefined): line is string {
  return line !== undefined && /[\p{L}\p{N}]/u.test(line)
}

/** Replaces fenced blocks (CommonMark 4.5) with empty lines. An unclosed block extends to the end. */
function withoutFences(content: string): string {
  let fence: { mark: string; length: number } | undefined
  const lines = content.split('\n').map((line) => {
    const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line.replace(/\r$/, '')) ?? []
    if (fence) {
      if (run[0] === fence.mark && run.length >= fence.length && rest.trim() === '') fence = undefined
      return ''
    }
    if (run === '' || (run[0] === '`' && rest.includes('`'))) return line
    fence = { mark: run[0]!, length: run.length }
    return ''
  })
  return lines.join('\n')
}

/** Removes fenced blocks and code spans. A span ends at a backtick run of equal length in the same paragraph. */
export function withoutCode(content: string): string {
  return withoutFences(content)
    .split(/\n[ \t]*\n/)
    .map(withoutSpans)
    .join('\n\n')
}

function withoutSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: run, index }) => ({ length: run.length, index }))
  // Iterates backwards, so that each run finds the next run of its length.
  const next = new Map<number, number>()
  const closing = runs.map(() => -1)
  for (let at = runs.length - 1; at >= 0; at--) {
    closing[at] = next.get(runs[at]!.length) ?? -1
    next.set(runs[at]!.length, at)
  }
  let [text, from] = ['', 0]
  for (let at = 0; at < runs.length; at++) {
    const end = closing[at]!
    if (end === -1) continue
    text += paragraph.slice(from, runs[at]!.index)
    from = runs[end]!.index + runs[end]!.length
    at = end
  }
  return text + paragraph.slice(from)
}
