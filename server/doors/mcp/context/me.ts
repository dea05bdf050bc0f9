import { listNotifications } from '../../../domains/notifications/list-notifications.ts'
import { listSessions } from '../../../domains/sessions/list-sessions.ts'
import { listTasks } from '../../../domains/tasks/list-tasks.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import { type Ask, unlessForbidden } from './ask.ts'
import { openStatuses, taskInShort } from './open-work.ts'
import type { Shown } from './resource-text.ts'

export const meUri = 'baton://me'

const most = 20

/**
 * What concerns the caller at the moment: who they are, the work that is theirs, what they could take, and what they have
 * not read. Whoever hears of no changes asks for it now and then.
 */
export async function showMe(ask: Ask, caller: KnownCaller): Promise<Shown> {
  const [own, ready, sessions, unread] = await Promise.all([
    ask(listTasks, { assignee: 'me', status: [...openStatuses], sort: '-updatedAt', limit: most }),
    ask(listTasks, {
      ...{ assignee: 'none', status: ['todo'], blocked: false, held: false },
      ...{ sort: '-priority', limit: most },
    }),
    ask(listSessions, { mine: true, status: ['active', 'paused'], limit: 5 }),
    unlessForbidden(ask(listNotifications, { unread: true, limit: most })),
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
    // What a person is told is theirs, and no token of one project or of the sandbox reads it.
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
    title: 'What concerns you now',
    lastModified: now,
    mimeType: 'application/json',
    text,
  }
}
