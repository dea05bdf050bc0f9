import type { JournalRow } from '../database/journal.ts'
import { listNotifications } from '../domains/notifications/notifications.ts'
import { listSessions } from '../domains/memory/sessions/list-sessions.ts'
import { listTasks } from '../domains/work/tasks/list-tasks.ts'
import type { KnownCaller } from '../operations/caller.ts'
import { type Query, type ResourceContent, undefinedIfForbidden } from '../operations/resource.ts'
import type { Concern } from './concerns.ts'
import { openStatuses, taskInShort } from './overview.ts'

/** The resource about the caller. It has one URI and no template. */
export const meResource = {
  uri: 'baton://me',
  name: 'me',
  title: 'Your current work',
  description: 'Your identity, your tasks, ready tasks, your sessions, and unread notifications.',
  mimeType: 'application/json',
} as const

const maxItems = 20

/**
 * Returns the current state of the caller: identity, assigned tasks, ready tasks, sessions and unread notifications.
 * Clients without notifications poll it.
 */
export async function showMe(query: Query, caller: KnownCaller): Promise<ResourceContent> {
  const [own, ready, sessions, unread] = await Promise.all([
    query(listTasks, { assignee: 'me', status: [...openStatuses], sort: '-updatedAt', limit: maxItems }),
    query(listTasks, {
      assignee: 'none',
      status: ['todo'],
      blocked: false,
      held: false,
      sort: '-priority',
      limit: maxItems,
    }),
    query(listSessions, { mine: true, status: ['active', 'paused'], limit: 5 }),
    undefinedIfForbidden(query(listNotifications, { unread: true, limit: maxItems })),
  ])
  const { user, agent, organization, scopes, projectId } = caller
  const now = new Date().toISOString()
  const text = JSON.stringify({
    at: now,
    user: { id: user.id, name: user.name, username: user.username },
    agent,
    organization: organization && {
      slug: organization.slug,
      name: organization.name,
      sandbox: organization.sandbox,
    },
    token: { scopes, projectId },
    assigned: { tasks: own.items.map(taskInShort), more: own.nextCursor !== null },
    ready: { tasks: ready.items.map(taskInShort), more: ready.nextCursor !== null },
    sessions: sessions.items.map(({ id, title, status, project, summary, lastSeenAt }) => ({
      id,
      title,
      status,
      project: project?.slug ?? null,
      summary,
      lastSeenAt,
    })),
    // Notifications belong to the user. Project and sandbox tokens can't read them.
    unread: unread && {
      count: unread.unread,
      notifications: unread.items.map(({ id, kind, title, body, subject, project, at }) => ({
        id,
        kind,
        title,
        body,
        subject,
        project: project?.slug ?? null,
        at,
      })),
    },
  })
  const { uri, title, mimeType } = meResource
  return { id: 'me', uri, title, lastModified: now, mimeType, text }
}

// Events after which a task can become ready.
const readyTypes = new Set(['task.created', 'task.unblocked', 'task.released', 'task.restored'])

/** Returns whether an event can change the resource of a caller. */
export function changesMe(row: JournalRow, concern: Concern | undefined): boolean {
  return concern !== undefined || readyTypes.has(row.type) || isAboutMyWork(row)
}

function isAboutMyWork({ type, subject_kind, changes }: JournalRow): boolean {
  if (type === 'task.updated')
    return Boolean(changes?.status ?? changes?.assigneeUserId ?? changes?.assigneeAgentId)
  return subject_kind === 'notification'
}
