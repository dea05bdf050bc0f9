import type { JournalRow } from '../../database/journal.ts'
import { toSnakeCase } from '../../platform/names.ts'

/*
 * Describes an event in one English sentence, for agents and for clients other than the dashboard. The generic sentence
 * works for every event type, including new ones. `predicates` overrides it where the generic one says too little.
 */

/** Titles of numbered items, by id. */
export type Titles = ReadonlyMap<string, string>

export function sentenceOf(event: JournalRow, titles: Titles): string {
  const logged = event.type === 'activity.logged' && event.data?.description
  if (typeof logged === 'string') return logged
  return `${actorIn(event)} ${predicateOf(event, titles)}.`
}

function actorIn({ actor }: JournalRow): string {
  return actor.onBehalfOf ? `${actor.name} (for ${actor.onBehalfOf.name})` : actor.name
}

function predicateOf(event: JournalRow, titles: Titles): string {
  const [, verb = 'changed'] = event.type.split('.')
  const subject = subjectOf(event, titles)
  const special = predicates[event.type]?.(subject, event)
  if (special) return special
  const about = aboutIn(event, titles)
  if (about) return `${verbs[verb] ?? verb} ${withArticle(words(event.subject_kind))} on ${about}`
  const fields = verb === 'updated' ? fieldsIn(event) : ''
  return fields ? `changed ${fields} of ${subject}` : `${verbs[verb] ?? verb} ${subject}`
}

const verbs: Record<string, string> = {
  updated: 'changed',
  purged: 'permanently deleted',
  unshared: 'stopped sharing',
}

type Predicate = (subject: string, event: JournalRow) => string | undefined

/** Predicates by event type, where the verb of the type alone would say too little. */
const predicates: Record<string, Predicate> = {
  'task.claimed': (task, { data }) => {
    const from = data?.from as { name?: string } | undefined
    return from?.name ? `took over ${task} from ${from.name}` : `started work on ${task}`
  },
  'task.released': (task) => `released ${task}`,
  'task.unblocked': (task) => `unblocked ${task}`,
  'watcher.added': (task) => `started to watch ${task}`,
  'watcher.removed': (task) => `stopped watching ${task}`,
  'feature.advanced': (feature, { data }) => {
    const { from, to } = (data ?? {}) as { from?: string; to?: string }
    return from && to ? `moved ${feature} from ${from} to ${to}` : undefined
  },
  'review.submitted': (_, { data, subject_key }) => {
    const verdict = (data as { verdict?: string } | null)?.verdict
    return `reviewed ${subject_key}${verdict ? `: ${verdict.replaceAll('_', ' ')}` : ''}`
  },
  'conflict.created': (_, { subject_key }) => `changed ${subject_key} at the same time as another device`,
  'conflict.resolved': (_, { subject_key }) => `resolved a conflict in ${subject_key}`,
  'question.asked': (_, { data }) => `asked${about(data)}: ${quoted(data?.question)}`,
  'question.answered': (_, { data }) => {
    const { name } = (data?.asker ?? {}) as { name?: string }
    return `answered ${name ?? 'a question'}${about(data)}: ${quoted(data?.answer)}`
  },
  'ai_session.asked': (conversation) => `asked a question in ${conversation}`,
  'ai_session.answered': (conversation) => `got an answer in ${conversation}`,
  'ai_session.decided': (conversation) => `decided about a proposed change in ${conversation}`,
  'notification_choices.updated': () => 'changed their notification settings',
  'mcp_token.connected': (token) => `connected an agent with ${token}`,
  'member.joined': () => 'joined the organization',
  'member.left': () => 'left the organization',
}

/** Returns the task that a question is about. */
function about(data: JournalRow['data']): string {
  const { key } = (data?.item ?? {}) as { key?: string }
  return key ? ` about ${key}` : ''
}

const maxQuoted = 200

function quoted(text: unknown): string {
  const line = String(text).replace(/\s+/g, ' ')
  return `"${line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line}"`
}

function subjectOf({ subject_kind, subject_id, subject_key }: JournalRow, titles: Titles): string {
  const title = titles.get(subject_id)
  if (title !== undefined && subject_key) return `${subject_key} "${title}"`
  if (!subject_key) return withArticle(words(subject_kind))
  return numbered.test(subject_key) ? subject_key : `the ${words(subject_kind)} "${subject_key}"`
}

/** WEB-42, S-12: keys that identify their kind without a noun. */
const numbered = /^[A-Z][A-Z0-9]*-\d+$/

/** Returns the item that a comment or a piece of evidence belongs to. */
function aboutIn({ data }: JournalRow, titles: Titles): string | undefined {
  const { id, key } = (data?.item ?? {}) as { id?: string; key?: string }
  const title = id && titles.get(id)
  return key && (title ? `${key} "${title}"` : key)
}

function fieldsIn({ changes }: JournalRow): string {
  const names = Object.keys(changes ?? {}).map(fieldName)
  return joinNames([...new Set(names)].filter(Boolean))
}

const fieldNames: Record<string, string> = {
  completedAt: '',
  completionNotes: 'notes',
  dueAt: 'due date',
  archivedAt: 'archive',
  expiresAt: 'expiry',
}

function fieldName(field: string): string {
  return fieldNames[field] ?? words(toSnakeCase(field.replace(/(User|Agent)?Ids?$/, '')))
}

function words(name: string): string {
  if (name === 'ai_session') return 'conversation'
  return name.replace(/^mcp_/, 'MCP_').replace(/^api_/, 'API_').replaceAll('_', ' ')
}

function withArticle(noun: string): string {
  // "evidence" is uncountable.
  if (noun === 'evidence') return noun
  return `${/^[aeio]|^[AM][A-Z]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** Joins names as "a, b and c". */
function joinNames(names: string[]): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
