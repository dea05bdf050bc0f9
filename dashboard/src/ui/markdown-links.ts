import { type Node, replaceTexts } from './markdown-texts.ts'

/*
 * What in a text leads somewhere in the app: [[the title of a note]], and the numbers of items, decisions and specs. It is
 * found in the tree that the markdown was read into, so nothing in code or in another link is taken for one.
 */

export interface NoteTarget {
  kind: string
  /** Null for a note that nobody has written yet. */
  id: string | null
  /** A number or a slug, if it has one. */
  key: string | null
  /** What stands between the brackets. */
  label: string
}

export interface Linking {
  /** The letters that item numbers begin with. */
  projects: ReadonlySet<string>
  /** What is known of the names between brackets. Without it they lead to a search. */
  notes?: readonly NoteTarget[] | undefined
  /** The slug of the project in which a note that nobody has written yet would be looked for. */
  project?: string | undefined
}

/** For react-markdown: puts links into the text. */
export function linkItems(linking: Linking) {
  return () => (tree: Node) => replaceTexts(tree, (text) => withLinks(text, linking))
}

/** For react-markdown, on pages for strangers: of the names between brackets, the names alone. */
export function plainNames() {
  return (tree: Node) =>
    replaceTexts(tree, (text) => [
      {
        type: 'text',
        value: text.replace(bracketed, (_, title: string, shown?: string) => (shown?.trim() || title).trim()),
      },
    ])
}

const bracketed = /\[\[([^[\]\n|]{1,300})(?:\|([^[\]\n]{0,300}))?\]\]/g

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

function linkOf([whole, named, prefix = '']: RegExpMatchArray, linking: Linking): Node | undefined {
  if (named !== undefined) return namedLink(named, linking)
  const url = numberAddress(whole, prefix, linking)
  return url === undefined ? undefined : { type: 'link', url, children: [{ type: 'text', value: whole }] }
}

/** The key of a project has two letters at least, so these are never one. */
const pagesByPrefix: Record<string, string> = { D: '/decisions/', S: '/specs/' }

function numberAddress(number: string, prefix: string, { projects }: Linking): string | undefined {
  const page = pagesByPrefix[prefix] ?? (projects.has(prefix) ? '/items/' : undefined)
  return page && page + number
}

/** [[Title]], or [[Title|what is shown]]. */
function namedLink(named: string, linking: Linking): Node {
  const [title = '', shown = title] = named.split('|').map((part) => part.trim())
  const label = title.replace(/\s+/g, ' ').toLowerCase()
  const known = linking.notes?.find((each) => each.label.toLowerCase() === label)
  const unwritten = known?.kind === 'note' && known.id === null
  return {
    type: 'link',
    url: known ? knownAddress(known, linking.project) : unknownAddress(title, linking),
    data: unwritten ? { hProperties: { 'data-unwritten': true } } : {},
    children: [{ type: 'text', value: shown || title }],
  }
}

/** Where the pages of what has a number or a slug are. */
const pages: Record<string, string> = { decision: '/decisions/', spec: '/specs/', project: '/projects/' }

export function knownAddress({ kind, id, key, label }: NoteTarget, project?: string): string {
  if (kind === 'url') return label
  if (kind === 'note') return id ? `/notes/${id}` : newNote(label, project)
  return (pages[kind] ?? '/items/') + encodeURIComponent(key ?? label)
}

function newNote(title: string, project: string | undefined): string {
  return `/notes/new?${project ? `of=${encodeURIComponent(project)}&` : ''}title=${encodeURIComponent(title)}`
}

/** Where nobody has said what is meant: a number says it itself, and a title is searched for. */
function unknownAddress(title: string, linking: Linking): string {
  const number = title.toUpperCase()
  const [, prefix] = /^([A-Z]{1,6})-\d{1,9}$/.exec(number) ?? []
  const address = prefix && numberAddress(number, prefix, linking)
  return address || `/notes?find=${encodeURIComponent(title)}`
}
