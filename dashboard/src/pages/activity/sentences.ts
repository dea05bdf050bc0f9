import type { ActivityEvent, Priority, Status } from '../../client.ts'
import { evidenceDeed, featureDeed, reviewDeed } from './feature-deeds.ts'
import { priorityNames, statusNames } from '../tasks/names.ts'

/** "Scout for Ada": an agent always works on somebody's behalf. "Ada via laptop": a token that is bound to no agent. */
export function actorName({ name, onBehalfOf, via }: ActivityEvent['actor']): string {
  if (onBehalfOf) return `${name} for ${onBehalfOf.name}`
  return via ? `${name} via ${via}` : name
}

/** What was done, as the rest of a sentence that begins with who did it. */
export function deed(event: ActivityEvent): string {
  const item = event.subject.key ?? event.subject.kind
  const [kind, verb = 'changed'] = event.type.split('.')
  if (event.type === 'task.updated') return taskChange(item, changesOf(event))
  if (event.type === 'project.updated') return `changed ${fields(changesOf(event))} of ${item}`
  if (event.type === 'project.shared' || event.type === 'project.unshared') return shareDeed(event, item)
  if (kind === 'team_member') return teamMemberDeed(event, verb)
  const special = specialDeeds[kind!]?.(event, item)
  if (special) return special
  const verbs: Record<string, string> = {
    created: 'created',
    updated: 'changed',
    unarchived: 'brought back',
    purged: 'removed',
    shared: 'shared',
    unshared: 'stopped sharing',
  }
  const named = calledByKind.has(kind!) ? `the ${kind} ${item}` : item
  return `${verbs[verb] ?? verb} ${named}`
}

/** What has a name, and no number that says what it is. */
const calledByKind = new Set(['project', 'team', 'workflow'])

/** For what is told in words of its own. */
const specialDeeds: Record<string, (event: ActivityEvent, item: string) => string | undefined> = {
  feature: featureDeed,
  evidence: evidenceDeed,
  review: reviewDeed,
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

/** The title a new task was given. */
export function titleIn(event: ActivityEvent): string | undefined {
  return typeof event.data.title === 'string' ? event.data.title : undefined
}

type Changes = Record<string, { from: unknown; to: unknown }>

export function changesOf({ data }: ActivityEvent): Changes {
  return (data.changes ?? {}) as Changes
}

const fieldNames: Record<string, string> = {
  dueAt: 'due date',
  assigneeUserId: 'assignee',
  assigneeAgentId: 'assignee',
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
  const names = Object.keys(changes)
  if (names.length === 1) {
    const { status, priority, title, assigneeUserId } = changes
    if (status) return `moved ${item} to ${statusNames[status.to as Status]}`
    if (priority)
      return `set the priority of ${item} to ${priorityNames[priority.to as Priority].toLowerCase()}`
    if (title) return `renamed ${item}`
    if (assigneeUserId) return assigneeUserId.to ? `assigned ${item}` : `unassigned ${item}`
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
