import type { ActivityEvent, Priority, Status } from '../../client.ts'
import { agentAction, memoryAction, sessionAction } from './agent-actions.ts'
import { evidenceAction, featureAction, reviewAction } from './feature-actions.ts'
import { decisionAction, noteAction, repoAction, skillAction, specAction } from './knowledge-actions.ts'
import { organizationAction } from './organization-actions.ts'
import { groupStatusNames, priorityNames, statusNames } from '../tasks/names.ts'

/** "Scout for Ada": an agent always works on somebody's behalf. "Ada via laptop": a token that is bound to no agent. */
export function actorName({ name, onBehalfOf, via }: ActivityEvent['actor']): string {
  if (onBehalfOf) return `${name} for ${onBehalfOf.name}`
  return via ? `${name} via ${via}` : name
}

/** What was done, as the rest of a sentence that begins with who did it. */
export function describeAction(event: ActivityEvent): string {
  // What somebody told of themselves goes by a word of their own.
  if (event.subject.kind === 'activity') return `noted: ${String(event.data.description)}`
  const item = event.subject.key ?? event.subject.kind
  const [kind, verb = 'changed'] = event.type.split('.')
  const own = (deeds[event.type] ?? deeds[kind!])?.(event, item, verb) ?? organizationAction(event.type, item)
  if (own) return own
  return `${verbs[verb] ?? verb} ${named(event)}`
}

const verbs: Record<string, string> = {
  created: 'created',
  updated: 'changed',
  unarchived: 'brought back',
  restored: 'brought back',
  purged: 'removed',
  shared: 'shared',
  unshared: 'stopped sharing',
}

/** A number says what it is; a name does not. */
function named({ subject: { kind, key } }: ActivityEvent): string {
  if (key && /^[A-Z][A-Z0-9]*-\d+$/.test(key)) return key
  const word = kind.replaceAll('_', ' ')
  return key ? `the ${word} ${key}` : `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}`
}

type Telling = (event: ActivityEvent, item: string, verb: string) => string | undefined

/** By type, or by what a type begins with: those that have sentences of their own. */
const deeds: Record<string, Telling> = {
  'task.updated': (event, item) => taskChange(item, changesOf(event)),
  'task.claimed': ({ data }, item) => {
    const { name } = (data.from ?? {}) as { name?: string }
    return name ? `took ${item} over from ${name}` : `began to work on ${item}`
  },
  'task.released': (_, item) => `freed ${item}, so that anybody can take it`,
  'task.unblocked': (_, item) => `cleared the way for ${item}`,
  'task.linked': (event, item) => `linked ${item}: it ${linkIn(event)}`,
  'task.unlinked': (event, item) => `took a link away: ${item} no longer ${linkIn(event)}`,
  'project.updated': (event, item) => `changed ${fields(changesOf(event))} of ${item}`,
  'project.shared': shareDeed,
  'project.unshared': shareDeed,
  team_member: (event, _, verb) => teamMemberDeed(event, verb),
  epic: groupDeed,
  story: groupDeed,
  comment: commentDeed,
  feature: featureAction,
  evidence: evidenceAction,
  review: reviewAction,
  note: noteAction,
  decision: decisionAction,
  spec: specAction,
  skill: skillAction,
  repo: repoAction,
  agent: agentAction,
  memory: memoryAction,
  session: sessionAction,
}

const linkVerbs: Record<string, string> = {
  blocks: 'blocks',
  blocked_by: 'is blocked by',
  relates: 'relates to',
  duplicates: 'duplicates',
  duplicated_by: 'is duplicated by',
}

function linkIn({ data }: ActivityEvent): string {
  const { kind, task } = data as { kind: string; task?: { key: string | null } }
  return `${linkVerbs[kind]} ${task?.key ?? 'a task of another project'}`
}

function groupDeed(event: ActivityEvent, item: string, verb: string): string {
  const named = `the ${event.subject.kind} ${item}`
  if (verb !== 'updated') return `${verbs[verb] ?? verb} ${named}`
  const { status, title, position, epicId, ...others } = changesOf(event)
  if (Object.keys(others).length > 0) return `changed ${fields(changesOf(event))} of ${named}`
  if (epicId) return `moved ${named} to another epic`
  if (title) return `renamed ${named}`
  if (status) return `moved ${named} to ${groupStatusNames[status.to as keyof typeof groupStatusNames]}`
  return position ? `moved ${named} in the order` : `changed ${named}`
}

function commentDeed({ data, subject }: ActivityEvent, item: string, verb: string): string {
  const about = (data.item as { key?: string } | undefined)?.key ?? subject.key ?? item
  if (verb === 'created') return `commented on ${about}`
  return `${verbs[verb] ?? verb} a comment on ${about}`
}

function teamMemberDeed({ data, actor }: ActivityEvent, verb: string): string {
  const { id, name } = (data.member ?? {}) as { id?: string; name?: string }
  if (verb === 'added') return id === actor.id ? 'joined the team' : `added ${name} to the team`
  if (verb === 'removed') return id === actor.id ? 'left the team' : `took ${name} out of the team`
  return `gave ${name} another role in the team`
}

function shareDeed({ type, data }: ActivityEvent, item: string): string {
  const { user, team, role, ...rest } = data as Partial<Record<'user' | 'team', { name: string } | null>> & {
    role: string
  }
  if ('public' in rest)
    return type === 'project.shared' ? `made the project ${item} public` : `took ${item} back from the public`
  const whom = user?.name ?? `the team ${team?.name}`
  return type === 'project.shared'
    ? `shared the project ${item} with ${whom}, as ${role}`
    : `stopped sharing the project ${item} with ${whom}`
}

/** The title that something new was given, or what was said about it. */
export function titleIn({ data }: ActivityEvent): string | undefined {
  const text = data.title ?? data.body
  return typeof text === 'string' ? text : undefined
}

type Changes = Record<string, { from: unknown; to: unknown }>

export function changesOf({ data }: ActivityEvent): Changes {
  return (data.changes ?? {}) as Changes
}

const fieldNames: Record<string, string> = {
  dueAt: 'due date',
  assigneeUserId: 'assignee',
  assigneeAgentId: 'assignee',
  storyId: 'story',
  featureId: 'feature',
  epicId: 'epic',
  position: 'place',
  completedAt: '',
  completionNotes: 'notes',
  teamId: 'team',
  archivedAt: 'archive',
  publicSections: 'public sections',
}

export function fieldName(field: string): string {
  return fieldNames[field] ?? field
}

function taskChange(item: string, { completedAt: _, ...changes }: Changes): string {
  const { status, priority, title, assigneeUserId, storyId, position, ...others } = changes
  const moves = Object.keys(changes).every((name) => name === 'status' || name === 'position')
  if (moves && status) return `moved ${item} to ${statusNames[status.to as Status]}`
  if (moves && position) return `moved ${item} in the order`
  if (Object.keys(changes).length === 1 && Object.keys(others).length === 0) {
    if (priority)
      return `set the priority of ${item} to ${priorityNames[priority.to as Priority].toLowerCase()}`
    if (title) return `renamed ${item}`
    if (assigneeUserId) return assigneeUserId.to ? `assigned ${item}` : `unassigned ${item}`
    if (storyId) return storyId.to ? `put ${item} into a story` : `took ${item} out of its story`
  }
  return `changed ${fields(changes)} of ${item}`
}

function fields(changes: Changes): string {
  const names = Object.keys(changes).map(fieldName)
  return listed([...new Set(names)].filter(Boolean)) || 'something'
}

/** "this, that and the other". */
export function listed(words: string[]): string {
  if (words.length < 2) return words[0] ?? ''
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
