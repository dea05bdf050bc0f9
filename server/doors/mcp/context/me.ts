import { listNotifications } from '../../../domains/notifications/list-notifications.ts'
import { listSessions } from '../../../domains/memory/sessions/list-sessions.ts'
import { listTasks } from '../../../domains/work/tasks/list-tasks.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import { type Query, undefinedIfForbidden } from './query.ts'
import { openStatuses, taskInShort } from './open-work.ts'
import type { ResourceContent } from './resource-text.ts'

export const meUri = 'baton://me'

const maxItems = 20

/**
 * Returns the current state of the caller: identity, assigned tasks, ready tasks, sessions and unread notifications.
 * Clients without notifications poll it.
 */
export async function showMe(query: Query, caller: KnownCaller): Promise<ResourceContent> {
  const [own, ready, sessions, unread] = await Promise.all([
    query(listTasks, { assignee: 'me', status: [...openStatuses], sort: '-updatedAt', limit: maxItems }),
    query(listTasks, {
      ...{ assignee: 'none', status: ['todo'], blocked: false, held: false },
      ...{ sort: '-priority', limit: maxItems },
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
      ...{ id, title, status, project: project?.slug ?? null, summary, lastSeenAt },
    })),
    // Notifications belong to the user. Project and sandbox tokens can't read them.
    unread: unread && {
      count: unread.unread,
      notifications: unread.items.map(({ id, kind, title, body, subject, project, at }) => ({
        ...{ id, kind, title, body, subject, project: project?.slug ?? null, at },
      })),
    },
  })
  return {
    id: 'me',
    uri: meUri,
    title: 'Your current work',
    lastModified: now,
    mimeType: 'application/json',
    text,
  }
}
