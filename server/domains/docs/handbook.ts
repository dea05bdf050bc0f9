import fs from 'node:fs'
import { crc32 } from 'node:zlib'

/** A page of the handbook: one file of docs/. */
export interface Page {
  /** The name of its file: `teams`. */
  id: string
  title: string
  /** Its first sentence. */
  summary: string
  /** Markdown, in which other pages are linked to by their ids. */
  content: string
  /** Changes with the content. */
  version: number
}

/** What somebody reads first comes first; what is not named here follows by its name. */
const readFirst = [
  ...[
    'organizations',
    'teams',
    'sharing',
    'invitations',
    'sign-in',
    'passkeys',
    'second-factor',
    'credentials',
    'notifications',
    'your-data',
  ],
  ...['tasks', 'board', 'dependencies', 'comments', 'features', 'claims', 'undo', 'workspaces'],
  ...['repositories', 'analytics', 'mcp', 'mcp-context', 'mcp-sign-in', 'agents', 'memory', 'sessions'],
  ...['notes', 'decision-log', 'specs', 'skills', 'search', 'activity'],
  ...[
    'api',
    'cli',
    'errors',
    'events',
    'hub',
    'webhooks',
    'permissions',
    'self-hosting',
    'configuration',
    'metrics',
  ],
]

const folder = new URL('../../../docs/', import.meta.url)
let pages: Page[] | undefined

/** Read once: the files come with the program, and change with it. Why things are as they are is not part of it. */
export function handbook(): Page[] {
  return (pages ??= readPages())
}

function readPages(): Page[] {
  const ids = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -3))
  const place = (id: string) => (readFirst.includes(id) ? readFirst.indexOf(id) : readFirst.length)
  return ids
    .toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((id) => pageFrom(id, fs.readFileSync(new URL(`${id}.md`, folder), 'utf8'), new Set(ids)))
}

export function pageFrom(id: string, text: string, ids: ReadonlySet<string>): Page {
  const content = withLinks(text, ids)
  const [, title = id] = /^# (.+)$/m.exec(content) ?? []
  return { id, title, summary: firstSentence(content), content, version: crc32(content) }
}

/** `teams.md#roles` becomes `teams#roles`; what points to no page of the handbook is only its text. */
function withLinks(text: string, ids: ReadonlySet<string>): string {
  return text.replace(
    /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
    (whole, picture: string, label: string, to: string) => {
      if (/^([a-z]+:|#|\/)/.test(to)) return whole
      const [, page = '', part = ''] = /^([\w-]+)\.md(#.*)?$/.exec(to) ?? []
      return ids.has(page) && !picture ? `[${label}](${page}${part})` : label
    },
  )
}

/** Of the first paragraph, without the marks of markdown. */
function firstSentence(content: string): string {
  const paragraph = content.split(/\n\s*\n/).find((each) => /^[A-Za-z`*[]/.test(each)) ?? ''
  const plain = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return /^.*?[.:!?](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}
