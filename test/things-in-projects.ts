import { sql } from '../server/database/sql.ts'
import { rulesVersion } from '../server/domains/code/limits.ts'
import { storeChunks, storeFiles } from '../server/domains/code/stored-files.ts'
import { system } from '../server/operations/caller.ts'
import { newId } from '../server/platform/ids.ts'
import type { Making, Thing } from './things.ts'

const task: Thing = {
  make: async ({ owner, text, the }) =>
    (await owner.call('tasks.create', { project: await the('project'), title: text, description: text })).id,
  remove: (ref) => sql`update tasks set deleted_at = now() where id = ${ref}`,
}
const epic: Thing = {
  make: async ({ owner, text, the }) =>
    (await owner.call('epics.create', { project: await the('project'), title: text, description: text })).id,
  remove: (ref) => sql`update epics set deleted_at = now() where id = ${ref}`,
}
const memory: Thing = {
  make: async ({ owner, text, the }) =>
    (
      await owner.call('memories.store', {
        scope: 'project',
        project: await the('project'),
        content: `${text} ${newId()}`,
        tags: [text],
      })
    ).memory.id,
  remove: (ref) => sql`update memories set deleted_at = now() where id = ${ref}`,
}
const story: Thing = {
  make: async ({ owner, text, the }) =>
    (
      await owner.call('stories.create', {
        project: await the('project'),
        epic: await the('epic'),
        title: text,
        description: text,
      })
    ).id,
  remove: (ref) => sql`update stories set deleted_at = now() where id = ${ref}`,
}

/** Items in a project. Kinds that end in `Beside` come before or after another item, or link to it. */
export const inProjects: Record<string, Thing> = {
  task,
  taskBeside: task,
  item: task,
  epic,
  epicBeside: epic,
  story,
  storyBeside: story,
  memory,
  memoryBeside: memory,
  session: {
    make: async ({ owner, text, the }) =>
      (
        await owner.call('sessions.create', {
          project: await the('project'),
          title: text,
          context: text,
          goals: [text],
        })
      ).id,
    remove: (ref) => sql`update sessions set deleted_at = now() where id = ${ref}`,
  },
  comment: {
    make: async ({ owner, text, the }) =>
      (await owner.call('comments.create', { item: await the('task'), body: text })).id,
    remove: (ref) => sql`update comments set deleted_at = now() where id = ${ref}`,
  },
  attachment: {
    make: async ({ owner, text, the }) =>
      (
        await owner.call('attachments.create', {
          item: await the('task'),
          file: new File([text], `${text}.txt`),
        })
      ).id,
    remove: (ref) => sql`delete from attachments where id = ${ref}`,
  },
  question: {
    make: async ({ owner, text, the }) =>
      (await owner.call('questions.ask', { task: await the('task'), question: text })).id,
    remove: (ref) => sql`delete from questions where id = ${ref}`,
  },
  conflict: {
    async make({ server, text, the, add }) {
      const ref = await the('task')
      const [task] = await server.app.database.run<{ id: string; key: string; project_id: string }>(
        sql`select id, key, project_id from tasks where ${ref} in (id::text, key)`,
      )
      return add('sync_conflicts', {
        project_id: task!.project_id,
        type: 'field',
        item_kind: 'task',
        item_id: task!.id,
        item_key: task!.key,
        item_title: text,
        field: 'title',
        other: JSON.stringify(text),
        other_by: noOne,
        current_by: noOne,
      })
    },
    remove: (ref) => sql`delete from sync_conflicts where id = ${ref}`,
  },
  note: {
    make: async ({ owner, text, the }) =>
      (
        await owner.call('notes.create', {
          project: await the('project'),
          title: text,
          content: `${text} [[${text}]]`,
          tags: [text],
        })
      ).id,
    remove: (ref) => sql`update notes set deleted_at = now() where id = ${ref}`,
  },
  decision: {
    make: async ({ owner, text, the }) =>
      (await owner.call('decisions.log', { project: await the('project'), title: text, context: text })).id,
    remove: (ref) => sql`update decisions set deleted_at = now() where id = ${ref}`,
  },
  event: {
    async make({ server, owner, text, the }) {
      const { id } = await owner.call('tasks.create', { project: await the('project'), title: text })
      await owner.call('tasks.update', { task: id, title: `${text}, changed` })
      const [event] = await server.app.database.run<{ id: string }>(
        sql`select id from journal where subject_id = ${id} and type = 'task.updated'`,
      )
      return event!.id
    },
    remove: (ref) => sql`delete from journal where id = ${ref}`,
  },
  trash: {
    async make({ owner, text, the }) {
      const { id } = await owner.call('tasks.create', { project: await the('project'), title: text })
      await owner.call('tasks.delete', { task: id })
      return id
    },
    remove: (ref) => sql`delete from tasks where id = ${ref}`,
  },
  storyTask: {
    make: async ({ owner, text, the }) =>
      (
        await owner.call('tasks.create', {
          project: await the('project'),
          story: await the('story'),
          title: text,
        })
      ).id,
    remove: (ref) => sql`update tasks set deleted_at = now() where id = ${ref}`,
  },
  view: {
    make: async ({ owner, text, the }) =>
      (
        await owner.call('views.create', {
          project: await the('project'),
          name: text,
          query: { search: text },
          shared: true,
        })
      ).id,
    remove: (ref) => sql`delete from views where id = ${ref}`,
  },
  feature: {
    // Created by the system, so that any user can review it. Its gates are open.
    make: (making) =>
      addItem(making, 'features', {
        gate: 'build',
        gates: JSON.stringify(
          ['build', 'ship'].map((name) => ({ name, description: making.text, requirements: [] })),
        ),
      }),
    remove: (ref) => sql`update features set deleted_at = now() where id = ${ref}`,
  },
  spec: {
    make: async ({ owner, text, the }) =>
      (await owner.call('specs.create', { project: await the('project'), title: text, content: text })).id,
    remove: (ref) => sql`update specs set deleted_at = now() where id = ${ref}`,
  },
  repo: {
    // An address without a server, so that nothing is sent.
    async make({ server, text, the, add, organizationId }) {
      const [project] = await server.app.database.run<{ id: string }>(
        sql`select id from projects where organization_id = ${organizationId} and slug = ${await the('project')}`,
      )
      const repo = await add('repos', {
        project_id: project!.id,
        name: text,
        url: `https://127.0.0.2/${text}/${newId()}`,
        created_by: noOne,
      })
      await addCode(server, repo, text)
      return repo
    },
    remove: (ref) => sql`update repos set deleted_at = now() where id = ${ref}`,
  },
  evidence: {
    async make({ server, text, the, organizationId, owner }) {
      const id = newId()
      await server.app.database.run(
        sql`insert into evidence (id, organization_id, project_id, feature_id, feature_key, gate, round, kind, title, content,
           status, finding, created_by)
         select ${id}, ${organizationId}, project_id, id, key, gate, round, 'test_report', ${text},
           ${`1..1\nok 1 - ${text}`}, 'unverified', ${text},
           ${JSON.stringify({ kind: 'user', id: owner.user.id, name: text, onBehalfOf: null })}
           from features where id = ${await the('feature')}`,
      )
      return id
    },
    remove: (ref) => sql`update evidence set deleted_at = now() where id = ${ref}`,
  },
}

/** Indexes a file of a repository, so that code search can find it. */
async function addCode({ app: { database } }: Making['server'], repo: string, text: string): Promise<void> {
  const file = { path: `${text}.ts`, blob: '0', bytes: 1, subjectId: newId(), skipped: null }
  const chunks = [{ startLine: 1, endLine: 1, symbol: text, text }]
  await database.run(
    sql`insert into code_indexes (repo_id, commit, rules) values (${repo}, 'c', ${rulesVersion})`,
  )
  await storeChunks(database, repo, [{ subjectId: file.subjectId, path: file.path, chunks }])
  await storeFiles(database, repo, [file])
}

/** The creator of items that no user created. */
export const noOne = JSON.stringify(system)

/** Adds an item with a number to the project. */
async function addItem(
  { server, text, the, add, organizationId }: Making,
  table: 'epics' | 'stories' | 'features',
  more: Record<string, unknown> = {},
): Promise<string> {
  const [project] = await server.app.database.run<{ id: string; key: string; last_number: number }>(
    sql`update projects set last_number = last_number + 1 where organization_id = ${organizationId}
      and slug = ${await the('project')}
     returning id, key, last_number`,
  )
  const { id: project_id, key, last_number: number } = project!
  const named = { number, key: `${key}-${number}`, title: text, created_by: noOne }
  return add(table, { project_id, ...named, ...more })
}
