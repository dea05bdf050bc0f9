import { type Node, replaceTexts } from './markdown-nodes.ts'

/** A source that a generated text can cite as [1]. Its URL comes from the server, never from the text. */
export interface Citation {
  /** A path in the app, or the URL of a code host. */
  url: string
  title: string
}

export type Citations = ReadonlyMap<number, Citation>

/** One or more numbers between brackets, as models write them: [1] or [1, 2]. */
const cited = /\[(\d{1,3}(?:, ?\d{1,3}){0,11})\]/g

/** Returns the numbers that a text cites. */
export function citedNumbers(text: string): Set<number> {
  return new Set([...text.matchAll(cited)].flatMap(([, numbers = '']) => numbers.split(',').map(Number)))
}

/** A remark plugin that links citations to their sources. */
export function linkCitations(citations: Citations) {
  return () => (tree: Node) => replaceTexts(tree, (text) => withCitations(text, citations))
}

function withCitations(text: string, citations: Citations): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const match of text.matchAll(cited)) {
    const numbers = match[1]!.split(',').map(Number)
    if (!numbers.every((number) => citations.has(number))) continue
    if (match.index > end) nodes.push({ type: 'text', value: text.slice(end, match.index) })
    nodes.push(...numbers.map((number) => citationNode(number, citations.get(number)!)))
    end = match.index + match[0].length
  }
  if (end < text.length) nodes.push({ type: 'text', value: text.slice(end) })
  return nodes
}

function citationNode(number: number, { url, title }: Citation): Node {
  return {
    type: 'link',
    url,
    // Markdown can't set this attribute, so no link of the text looks like a citation.
    data: { hProperties: { 'data-citation': number, title } },
    children: [{ type: 'text', value: `[${number}]` }],
  }
}
