import { type Node, replaceTexts } from './markdown-nodes.ts'

/*
 * Links in a text to pages of the app: [[the title of a note]], and the numbers of items, decisions and specs. They are
 * found in the Markdown tree, so that code and other links stay as they are.
 */

export interface NoteTarget {
  kind: string
  /** Null for a note that doesn't exist yet. */
  id: string | null
  /** A number or a slug, if it has one. */
  key: string | null
  /** The text between the brackets. */
  label: string
}

export interface Linking {
  /** The project keys that item numbers start with. */
  projects: ReadonlySet<string>
  /** The targets of names between brackets. Without them, names link to a search. */
  notes?: readonly NoteTarget[] | undefined
  /** The slug of the project for notes that don't exist yet. */
  project?: string | undefined
}

/** A remark plugin that adds the links. */
export function linkItems(linking: Linking) {
  return () => (tree: Node) => replaceTexts(tree, (text) => withLinks(text, linking))
}

/** A remark plugin for public pages that replaces names between brackets with plain text. */
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
  let end = 0
  for (const match of text.matchAll(target)) {
    const link = linkOf(match, linking)
    if (!link) continue
    if (match.index > end) nodes.push({ type: 'text', value: text.slice(end, match.index) })
    nodes.push(link)
    end = match.index + match[0].length
  }
  if (nodes.length === 0) return [{ type: 'text', value: text }]
  if (end < text.length) nodes.push({ type: 'text', value: text.slice(end) })
  return nodes
}

function linkOf([whole, named, prefix = '']: RegExpMatchArray, linking: Linking): Node | undefined {
  if (named !== undefined) return namedLink(named, linking)
  const url = numberPath(whole, prefix, linking)
  return url === undefined ? undefined : { type: 'link', url, children: [{ type: 'text', value: whole }] }
}

/** Project keys have at least two letters, so they never conflict with these. */
const pagesByPrefix: Record<string, string> = { D: '/decisions/', S: '/specs/' }

function numberPath(number: string, prefix: string, { projects }: Linking): string | undefined {
  const page = pagesByPrefix[prefix] ?? (projects.has(prefix) ? '/items/' : undefined)
  return page && page + number
}

/** Returns the link for [[Title]] or [[Title|label]]. */
function namedLink(named: string, linking: Linking): Node {
  const [title = '', shown = title] = named.split('|').map((part) => part.trim())
  const label = title.replace(/\s+/g, ' ').toLowerCase()
  const match = linking.notes?.find((each) => each.label.toLowerCase() === label)
  const unwritten = match?.kind === 'note' && match.id === null
  return {
    type: 'link',
    url: match ? knownPath(match, linking.project) : unknownPath(title, linking),
    data: unwritten ? { hProperties: { 'data-unwritten': true } } : {},
    children: [{ type: 'text', value: shown || title }],
  }
}

/** The pages of kinds with a number or a slug. */
const pages: Record<string, string> = { decision: '/decisions/', spec: '/specs/', project: '/projects/' }

export function knownPath({ kind, id, key, label }: NoteTarget, project?: string): string {
  if (kind === 'url') return label
  if (kind === 'note') return id ? `/notes/${id}` : newNote(label, project)
  return (pages[kind] ?? '/items/') + encodeURIComponent(key ?? label)
}

function newNote(title: string, project: string | undefined): string {
  return `/notes/new?${project ? `of=${encodeURIComponent(project)}&` : ''}title=${encodeURIComponent(title)}`
}

/** Returns the path for a name without a known target: a number's page, or a search for the title. */
function unknownPath(title: string, linking: Linking): string {
  const number = title.toUpperCase()
  const [, prefix] = /^([A-Z]{1,6})-\d{1,9}$/.exec(number) ?? []
  const path = prefix && numberPath(number, prefix, linking)
  return path || `/notes?find=${encodeURIComponent(title)}`
}
