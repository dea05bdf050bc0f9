import { z } from 'zod'
import { orderByText, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { imageUrl } from '../../../operations/image-url.ts'
import { operation } from '../../../operations/operation.ts'
import { concerning } from '../../../operations/rows.ts'
import { visibleToMember } from '../../projects/visible-projects.ts'
import { type OnTask, onTask } from '../tasks/access.ts'
import { taskKind, taskRef } from '../tasks/task.ts'

const Watcher = z
  .object({
    id: z.uuid(),
    name: z.string(),
    username: z.string(),
    avatarUrl: z.string().nullable().describe('Path of their image on this server.'),
    since: z.iso.datetime().describe('When they started to watch.'),
  })
  .meta({ id: 'Watcher' })

interface WatcherRow {
  id: string
  name: string
  username: string
  avatar_id: string | null
  since: string
  sort_value: string
}

/** Watchers who can still see the task. Aliases: `w` is the watcher, `u` the user. */
const fromWatchers = sql`task_watchers w join users u on u.id = w.user_id join tasks t on t.id = w.task_id
      join projects p on p.id = t.project_id
      join organization_members m on m.organization_id = w.organization_id and m.user_id = w.user_id
        and ${visibleToMember}`

const byName = orderByText('lower(u.name)', 'u.id')

export const listWatchers = operation({
  id: 'watchers.list',
  summary: 'List the people who watch a task, by name, and whether you are one of them.',
  http: 'GET /api/tasks/:task/watchers',
  shows: ['watcher', 'member', 'team_member', 'project', 'user'],
  access: onTask('view'),
  input: z.object({ task: taskRef, ...pageInput }),
  output: pageOf(Watcher).extend({ watching: z.boolean().describe('Whether the caller watches it.') }),
}).run(async (ctx, input) => {
  const [page, watching] = await Promise.all([
    readPage(
      ctx.db,
      input,
      byName,
      ({ after, orderAndLimit }) =>
        sql`select u.id, u.name, u.username, u.avatar_id, w.created_at as since, lower(u.name) as sort_value
           from ${fromWatchers} where w.task_id = ${ctx.task.id} and ${after} ${orderAndLimit}`,
      ({ id, name, username, avatar_id, since }: WatcherRow) => ({
        id,
        name,
        username,
        avatarUrl: imageUrl(avatar_id),
        since,
      }),
    ),
    isWatching(ctx),
  ])
  return { ...page, watching }
})

async function isWatching({ db, task, user }: Context & OnTask): Promise<boolean> {
  const found = await db.run(
    sql`select 1 from task_watchers where task_id = ${task.id} and user_id = ${user.id}`,
  )
  return found.length > 0
}

/** The response to a change of the caller's own watch. */
const Watching = z.object({ task: z.string().describe('Task number.'), watching: z.boolean() })

export const addWatcher = operation({
  id: 'watchers.add',
  summary: 'Watch a task: you are notified about comments, status changes and its completion.',
  http: 'PUT /api/tasks/:task/watchers/me',
  access: onTask('view'),
  input: z.object({ task: taskRef }),
  output: Watching,
}).run(async (ctx) => {
  const { db, task, user } = ctx
  const added = await db.run(
    sql`insert into task_watchers (organization_id, task_id, user_id)
     values (${task.organization_id}, ${task.id}, ${user.id}) on conflict do nothing returning 1`,
  )
  if (added.length > 0) ctx.record({ type: 'watcher.added', ...concerning(taskKind, task) })
  return { task: task.key, watching: true }
})

export const removeWatcher = operation({
  id: 'watchers.remove',
  summary: 'Stop watching a task.',
  http: 'DELETE /api/tasks/:task/watchers/me',
  access: onTask('view'),
  input: z.object({ task: taskRef }),
  output: Watching,
}).run(async (ctx) => {
  const { db, task, user } = ctx
  const removed = await db.run(
    sql`delete from task_watchers where task_id = ${task.id} and user_id = ${user.id} returning 1`,
  )
  if (removed.length > 0) ctx.record({ type: 'watcher.removed', ...concerning(taskKind, task) })
  return { task: task.key, watching: false }
})
