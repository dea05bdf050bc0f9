import { plainText } from '../../../../server/platform/plain-text.ts'
import type { ActivityEvent, Priority, Status } from '../../client.ts'
import { groupStatusNames, priorityNames, statusNames } from '../tasks/names.ts'
import { actionTexts } from './action-texts.ts'
import { agentAction, memoryAction, questionAction, sessionAction } from './agent-actions.ts'
import { evidenceAction, featureAction, reviewAction } from './feature-actions.ts'
import { decisionAction, noteAction, repoAction, skillAction, specAction } from './knowledge-actions.ts'

const { anyAction, taskActions } = actionTexts

/** Returns "Scout for Ada" for an agent, and "Ada via laptop" for a token that isn't bound to an agent. */
export function actorName({ name, onBehalfOf, via, impersonatedBy }: ActivityEvent['actor']): string {
  if (impersonatedBy) return name + actionTexts.actor.impersonatedBy(impersonatedBy.name)
  if (onBehalfOf) return actionTexts.actor.agentFor(name, onBehalfOf.name)
  return via ? actionTexts.actor.withToken(name, via) : name
}

/** Returns the action as the rest of a sentence that starts with the actor. */
export function describeAction(event: ActivityEvent): string {
  // Logged entries have custom types, which can look like any other type.
  if (event.subject.kind === 'activity') return anyAction.logged(plainText(String(event.data.description)))
  const item = event.subject.key ?? event.subject.kind
  const [kind, verb = 'updated'] = event.type.split('.')
  return (
    (describers[event.type] ?? describers[kind!])?.(event, item, verb) ??
    actionTexts.organizationActions[event.type]?.(item) ??
    anyAction.sentence(verbText(verb), subjectName(event))
  )
}

function verbText(verb: string): string {
  return actionTexts.verbs[verb] ?? verb
}

/** Returns a key such as ENG-1 alone, and puts the kind before a name: "the note Plan". */
function subjectName({ subject: { kind, key } }: ActivityEvent): string {
  if (key && /^[A-Z][A-Z0-9]*-\d+$/.test(key)) return key
  const kindName = actionTexts.kinds[kind] ?? kind.replaceAll('_', ' ')
  return key ? anyAction.named(kindName, key) : anyAction.unnamed(kindName)
}

type Describer = (event: ActivityEvent, item: string, verb: string) => string | undefined

/** By event type, or by its first part. */
const describers: Record<string, Describer> = {
  'task.updated': (event, item) => taskChange(item, changesOf(event)),
  'task.claimed': ({ data }, item) => {
    const { name } = (data.from ?? {}) as { name?: string }
    return name ? taskActions.takenOver(item, name) : taskActions.claimed(item)
  },
  'task.released': (_, item) => taskActions.released(item),
  'task.unblocked': (_, item) => taskActions.unblocked(item),
  'task.linked': (event, item) => taskActions.linked(item, linkIn(event)),
  'task.unlinked': (event, item) => taskActions.unlinked(item, linkIn(event)),
  'watcher.added': (_, item) => taskActions.watched(item),
  'watcher.removed': (_, item) => taskActions.unwatched(item),
  'project.updated': (event, item) => fieldChange(item, changesOf(event)),
  'project.shared': shareAction,
  'project.unshared': shareAction,
  team_member: (event, _, verb) => teamMemberAction(event, verb),
  epic: groupAction,
  story: groupAction,
  comment: commentAction,
  feature: featureAction,
  evidence: evidenceAction,
  review: reviewAction,
  note: noteAction,
  decision: decisionAction,
  spec: specAction,
  skill: skillAction,
  repo: repoAction,
  agent: agentAction,
  question: questionAction,
  memory: memoryAction,
  session: sessionAction,
}

function linkIn({ data }: ActivityEvent): string {
  const { kind, task } = data as { kind: string; task?: { key: string | null } }
  return taskActions.linkedTask(taskActions.links[kind], task?.key ?? taskActions.hiddenTask)
}

function groupAction(event: ActivityEvent, item: string, verb: string): string {
  const group = anyAction.named(event.subject.kind, item)
  if (verb !== 'updated') return anyAction.sentence(verbText(verb), group)
  const changes = changesOf(event)
  const { status, title, position, epicId, ...others } = changes
  if (Object.keys(others).length > 0) return fieldChange(group, changes)
  if (epicId) return anyAction.movedToEpic(group)
  if (title) return anyAction.renamed(group)
  if (status) return anyAction.moved(group, groupStatusNames[status.to as keyof typeof groupStatusNames])
  return position ? anyAction.reordered(group) : anyAction.changed(group)
}

function commentAction({ data, subject }: ActivityEvent, item: string, verb: string): string {
  const commented = (data.item as { key?: string } | undefined)?.key ?? subject.key ?? item
  const { created, other } = actionTexts.commentActions
  return verb === 'created' ? created(commented) : other(verbText(verb), commented)
}

function teamMemberAction({ data, actor }: ActivityEvent, verb: string): string {
  const { id, name } = (data.member ?? {}) as { id?: string; name?: string }
  const { joined, added, left, removed, changedRole } = actionTexts.teamActions
  if (verb === 'added') return id === actor.id ? joined : added(name)
  if (verb === 'removed') return id === actor.id ? left : removed(name)
  return changedRole(name)
}

function shareAction({ type, data }: ActivityEvent, item: string): string {
  const { user, team, role, ...rest } = data as Partial<Record<'user' | 'team', { name: string } | null>> & {
    role: string
  }
  const { published, unpublished, shared, unshared, team: teamName } = actionTexts.shareActions
  const isShared = type === 'project.shared'
  if ('public' in rest) return isShared ? published(item) : unpublished(item)
  const recipient = user?.name ?? teamName(team?.name)
  return isShared ? shared(item, recipient, role) : unshared(item, recipient)
}

/** Returns the title or the plain text of the body in the event's data. */
export function titleIn({ data }: ActivityEvent): string | undefined {
  if (typeof data.title === 'string') return data.title
  return typeof data.body === 'string' ? plainText(data.body) : undefined
}

type Changes = Record<string, { from: unknown; to: unknown }>

export function changesOf({ data }: ActivityEvent): Changes {
  return (data.changes ?? {}) as Changes
}

/** Hides `completedAt`, because it only repeats the status. */
export function isShownField(field: string): boolean {
  return field !== 'completedAt'
}

export function fieldName(field: string): string {
  return actionTexts.fieldNames[field] ?? field
}

function taskChange(item: string, { completedAt: _, ...changes }: Changes): string {
  const { status, priority, title, assigneeUserId, storyId, position, ...others } = changes
  const isMove = Object.keys(changes).every((name) => name === 'status' || name === 'position')
  if (isMove && status) return anyAction.moved(item, statusNames[status.to as Status])
  if (isMove && position) return anyAction.reordered(item)
  if (Object.keys(changes).length === 1 && Object.keys(others).length === 0) {
    if (priority) return taskActions.prioritized(item, priorityNames[priority.to as Priority].toLowerCase())
    if (title) return anyAction.renamed(item)
    if (assigneeUserId) return assigneeUserId.to ? taskActions.assigned(item) : taskActions.unassigned(item)
    if (storyId) return storyId.to ? taskActions.addedToStory(item) : taskActions.removedFromStory(item)
  }
  return fieldChange(item, changes)
}

function fieldChange(item: string, changes: Changes): string {
  const names = Object.keys(changes).filter(isShownField).map(fieldName)
  const fields = formatList([...new Set(names)])
  return fields ? anyAction.changedFields(fields, item) : anyAction.changed(item)
}

/** Returns "title, status and priority". */
export function formatList(words: string[]): string {
  if (words.length < 2) return words[0] ?? ''
  return actionTexts.list(words.slice(0, -1), words.at(-1))
}
