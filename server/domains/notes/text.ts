import { cutText } from '../../platform/cut-text.ts'
/*
 * What the markdown of a note says about the note: its title, how it begins, and what it links to. Each is found in one
 * pass, whatever somebody wrote.
 */

export const maxTitleLength = 300

/** The first heading, or how it begins. */
export function titleOf(content: string): string {
  const lines = withoutFences(content).split('\n')
  const heading = lines.map((line) => /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1]).find(hasWords)
  const found = plainText(heading ?? lines.find(hasWords) ?? '').replace(/[ \t]#+$/, '')
  return cutText(found, maxTitleLength).trim() || 'Untitled'
}

const longestExcerpt = 240

/** How it begins, without its marks and without the heading that is its title. */
export function excerptOf(title: string, beginning: string): string {
  const lines = beginning.split('\n').map(plainText).filter(hasWords)
  if (lines[0] === title) lines.shift()
  const text = lines.join(' ')
  return text.length > longestExcerpt ? `${cutText(text, longestExcerpt).trimEnd()}…` : text
}

/** How much of a note an excerpt is made of. */
export const excerptLength = 800

/**
 * What is written as `[[target]]` or `[[target|shown]]`, each target once, in the order of the text. What is code links to
 * nothing.
 */
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

/** A line as it is read: without the marks of markdown. */
function plainText(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)/, '')
    .replace(
      /\[\[([^[\]|]{1,300})(?:\|([^[\]]{1,300}))?\]\]/g,
      (_, target: string, shown?: string) => shown ?? target,
    )
    .replace(/!?\[([^[\]]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Fenced blocks (CommonMark 4.5) become empty lines. One that is not closed goes to the end. */
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

/** Neither fenced blocks nor spans between backticks, which end with as many as they began, in the same paragraph. */
export function withoutCode(content: string): string {
  return withoutFences(content)
    .split(/\n[ \t]*\n/)
    .map(withoutSpans)
    .join('\n\n')
}

function withoutSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: run, index }) => ({ length: run.length, index }))
  // From the end, so that each run knows the next one of its length.
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
