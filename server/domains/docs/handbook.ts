import fs from 'node:fs'
import { crc32 } from 'node:zlib'

/** A handbook page: one file of docs/. */
export interface Page {
  /** The file name without extension: `teams`. */
  id: string
  title: string
  /** The first sentence. */
  summary: string
  /** Markdown. Links to other pages use their ids. */
  content: string
  /** Changes with the content. */
  version: number
}

/** Reading order. Pages that are not listed follow in alphabetical order. */
const readingOrder = [
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
  'navigation',
  'home',
  'tasks',
  'board',
  'dependencies',
  'comments',
  'writing',
  'features',
  'claims',
  'undo',
  'workspaces',
  'sync',
  'conflicts',
  'repositories',
  'code-search',
  'ask',
  'language-model',
  'insights',
  'analytics',
  'mcp',
  'mcp-context',
  'mcp-sign-in',
  'agents',
  'memory',
  'sessions',
  'notes',
  'decision-log',
  'specs',
  'skills',
  'marketplace',
  'search',
  'activity',
  'api',
  'cli',
  'sync-folder',
  'tunnel-machine',
  'errors',
  'events',
  'hub',
  'webhooks',
  'permissions',
  'self-hosting',
  'configuration',
  'people',
  'metrics',
  'evaluations',
]

const folder = new URL('../../../docs/', import.meta.url)
let pages: Page[] | undefined

/**
 * Returns all pages. Caches them, because the files ship with the program. Excludes docs/decisions/, which is for
 * contributors.
 */
export function handbook(): Page[] {
  return (pages ??= readPages())
}

function readPages(): Page[] {
  const ids = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -3))
  const rank = (id: string) => (readingOrder.includes(id) ? readingOrder.indexOf(id) : readingOrder.length)
  return ids
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((id) => pageFrom(id, fs.readFileSync(new URL(`${id}.md`, folder), 'utf8'), new Set(ids)))
}

export function pageFrom(id: string, text: string, ids: ReadonlySet<string>): Page {
  const content = withLinks(withoutImages(text), ids)
  const [, title = id] = /^# (.+)$/m.exec(content) ?? []
  return { id, title, summary: firstSentence(content), content, version: crc32(content) }
}

/** Removes images that are paragraphs. They are for readers of the repository, and no package contains them. */
function withoutImages(text: string): string {
  return text.replace(/^!\[[^\]]*\]\(images\/[^)\s]+\)\n\n?/gm, '')
}

/** Rewrites `teams.md#roles` to `teams#roles`. Replaces a link that leads to no handbook page with its text. */
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

/** Returns the first sentence of the first paragraph, without Markdown syntax. */
function firstSentence(content: string): string {
  const paragraph = content.split(/\n\s*\n/).find((each) => /^[A-Za-z`*[]/.test(each)) ?? ''
  const plain = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return /^.*?[.:!?](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}
