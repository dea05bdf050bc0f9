import { type Node, replaceTexts } from './markdown-texts.ts'

/*
 * What in a text leads somewhere in the app: [[the title of a note]], and the numbers of items, decisions and specs. It is
 * found in the tree that the markdown was read into, so nothing in code or in another link is taken for one.
 */

export interface NoteTarget {
  kind: string
  /** Null for a note that nobody has written yet. */
  id: string | null
  /** What stands between the brackets. */
  label: string
}

export interface Linking {
  /** The letters that item numbers begin with. */
  projects: ReadonlySet<string>
  /** What is known of the names between brackets. Without it they lead to a search. */
  notes?: readonly NoteTarget[] | undefined
}

/** For react-markdown: puts links into the text. */
export function linkItems(linking: Linking) {
  return () => (tree: Node) => replaceTexts(tree, (text) => withLinks(text, linking))
}

const target = /\[\[([^[\]\n]{1,300})\]\]|(?<![\w/-])([A-Z]{1,6})-(\d{1,9})(?![\w-])/g

function withLinks(text: string, linking: Linking): Node[] {
  const nodes: Node[] = []
  let done = 0
  for (const match of text.matchAll(target)) {
    const link = linkOf(match, linking)
    if (!link) continue
    if (match.index > done) nodes.push({ type: 'text', value: text.slice(done, match.index) })
    nodes.push(link)
    done = match.index + match[0].length
  }
  if (nodes.length === 0) return [{ type: 'text', value: text }]
  if (done < text.length) nodes.push({ type: 'text', value: text.slice(done) })
  return nodes
}

function linkOf(
  [whole, named, prefix = '']: RegExpMatchArray,
  { projects, notes }: Linking,
): Node | undefined {
  if (named !== undefined) return noteLink(named, notes)
  const page = pagesByPrefix[prefix] ?? (projects.has(prefix) ? '/items/' : undefined)
  if (!page) return undefined
  return { type: 'link', url: page + whole, children: [{ type: 'text', value: whole }] }
}

/** The key of a project has two letters at least, so these are never one. */
const pagesByPrefix: Record<string, string> = { D: '/decisions/', S: '/specs/' }

/** [[Title]], or [[Title|what is shown]]. */
function noteLink(named: string, notes: Linking['notes']): Node {
  const [title = '', shown = title] = named.split('|').map((part) => part.trim())
  const known = notes?.find(
    ({ kind, label }) => kind === 'note' && label.toLowerCase() === title.toLowerCase(),
  )
  const unwritten = known?.id === null
  return {
    type: 'link',
    url: noteAddress(title, known),
    data: unwritten ? { hProperties: { 'data-unwritten': true } } : {},
    children: [{ type: 'text', value: shown }],
  }
}

function noteAddress(title: string, known: NoteTarget | undefined): string {
  if (known?.id) return `/notes/${known.id}`
  const asked = encodeURIComponent(title)
  return known ? `/notes/new?title=${asked}` : `/notes?find=${asked}`
}
