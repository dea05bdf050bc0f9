import fc from 'fast-check'
import { type Sql, sql } from '../server/database/sql.ts'
import { exported } from '../server/domains/sync/test-device.ts'
import { purgeTrash } from '../server/domains/trash/purge-trash.ts'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'
import { foldAllTaskCounts } from './task-counts.ts'

/** One write to the items of a project. Numbers choose items modulo their count, so that a sequence can shrink. */
export interface Step {
  write: keyof typeof writes
  one: number
  other: number
  status: 'todo' | 'in_progress' | 'blocked' | 'complete' | 'cancelled'
  /** Days until the due date. */
  due: number
}

/** A project, its items and the account that writes to it. */
interface Written extends ProjectItems {
  server: TestServer
  ada: Person
  project: string
  device: string
}

interface ProjectItems {
  tasks: Item[]
  stories: (Item & { epic_id: string })[]
  epics: Item[]
}

interface Item {
  id: string
  deleted_at: string | null
}

/** Performs one step on a project, which has a device for pushes. */
export async function perform(
  server: TestServer,
  ada: Person,
  { project, device }: { project: string; device: string },
  step: Step,
): Promise<unknown> {
  const items = await itemsOf(server, ada, project)
  return writes[step.write]({ server, ada, project, device, ...items }, step)
}

const pick = <Item>(items: Item[], number: number): Item => items[number % items.length]!
const idAt = (items: Item[], number: number): string =>
  items.length === 0 ? newId() : pick(items, number).id
const some = ({ tasks }: Written, { one, other }: Step): string[] =>
  [one, other, one + other].map((number) => idAt(tasks, number))

const fieldsOf = ({ stories }: Written, { status, due, one, other }: Step) => ({
  title: 'Task',
  status,
  dueAt: new Date(Date.now() + due * 86_400_000).toISOString(),
  ...(one % 2 === 0 && { story: idAt(stories, other) }),
  ...(one % 3 === 0 && { assignee: 'me' }),
})

const writes = {
  create: (all: Written, step: Step) =>
    all.ada.call('tasks.create', { project: all.project, ...fieldsOf(all, step) }),
  'create many': (all: Written, step: Step) =>
    all.ada.call('tasks.createMany', {
      project: all.project,
      tasks: [fieldsOf(all, step), fieldsOf(all, { ...step, one: step.one + 1 })],
    }),
  plan: ({ ada, project }: Written) =>
    ada.call('tasks.plan', {
      project,
      tasks: [
        { title: 'Epic', kind: 'epic', ref: 'e' },
        { title: 'Story', kind: 'story', ref: 's', parent: 'e' },
        { title: 'First', ref: 'f', parent: 's' },
        { title: 'Second', parent: 's', blockedBy: ['f'] },
      ],
    }),
  push({ ada, project, device, stories, tasks }: Written, { one, other, status }: Step) {
    const story = idAt(stories, one)
    const [created, changed] = [newId(), idAt(tasks, other)]
    return ada.call('sync.push', {
      device,
      changes: [
        {
          id: newId(),
          kind: 'task',
          action: 'create',
          item: created,
          fields: { project, story, title: 'Pushed' },
        },
        { id: newId(), kind: 'task', action: 'update', item: changed, version: 1, fields: { status } },
      ],
    })
  },
  async import({ ada }: Written) {
    const file = new File([JSON.stringify(await exported(ada))], 'export.json')
    return ada.call('sync.import', { file })
  },
  update: (all: Written, step: Step) =>
    all.ada.call('tasks.update', {
      task: idAt(all.tasks, step.other),
      ...fieldsOf(all, step),
      ...(step.one % 5 === 0 && { assignee: null }),
      force: true,
    }),
  'update many': (all: Written, step: Step) =>
    all.ada.call('tasks.updateMany', { tasks: some(all, step), set: { status: step.status, force: true } }),
  async 'update matching'({ ada, project }: Written, { status, due }: Step) {
    const dueAt = new Date(Date.now() + due * 86_400_000).toISOString()
    const change = { project, filter: { status: ['todo' as const] }, set: { status, dueAt, force: true } }
    const { total } = await ada.call('tasks.group', { project, by: 'none', ...change.filter })
    return ada.call('tasks.updateMatching', { ...change, expected: total })
  },
  complete: ({ ada, tasks }: Written, { one }: Step) =>
    ada.call('tasks.complete', { task: idAt(tasks, one), force: true }),
  block: ({ ada, tasks }: Written, { one, other }: Step) =>
    ada.call('dependencies.add', { task: idAt(tasks, one), kind: 'blocks', other: idAt(tasks, other) }),
  async undo({ ada, server, tasks }: Written, { one }: Step) {
    const [row] = await server.app.database.run<{ id: string }>(
      sql`select id from journal where subject_id = ${idAt(tasks, one)} order by xid desc, seq desc limit 1`,
    )
    return ada.call('activity.undo', { event: row?.id ?? newId() })
  },
  move: ({ ada, tasks, stories }: Written, { one, other }: Step) =>
    ada.call('tasks.update', {
      task: idAt(tasks, one),
      story: other % 4 === 0 ? null : idAt(stories, other),
    }),
  'move story': ({ ada, project, stories, epics }: Written, { one, other }: Step) =>
    ada.call('stories.update', {
      project,
      epic: pick(stories, one)?.epic_id ?? newId(),
      story: idAt(stories, one),
      moveTo: idAt(epics, other),
    }),
  delete: ({ ada, tasks }: Written, { one }: Step) => ada.call('tasks.delete', { task: idAt(tasks, one) }),
  'delete many': (all: Written, step: Step) => all.ada.call('tasks.deleteMany', { tasks: some(all, step) }),
  'delete story': ({ ada, project, stories }: Written, { one }: Step) =>
    ada.call('stories.delete', {
      project,
      epic: pick(stories, one)?.epic_id ?? newId(),
      story: idAt(stories, one),
    }),
  'delete epic': ({ ada, project, epics }: Written, { one }: Step) =>
    ada.call('epics.delete', { project, epic: idAt(epics, one) }),
  restore({ ada, tasks, stories, epics }: Written, { one }: Step) {
    const listed = Object.entries({ task: tasks, story: stories, epic: epics }) as ['task', Item[]][]
    const deleted = listed.flatMap(([kind, items]) =>
      items.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => ({ kind, item: id })),
    )
    return ada.call('trash.restore', pick([...deleted, { kind: 'task', item: newId() }], one))
  },
  purge: ({ server }: Written) => purgeNow(server),
  async 'delete agent'({ ada, tasks }: Written, { one }: Step) {
    const { id } = await ada.call('agents.create', { name: `Builder ${newId()}` })
    await ada.call('tasks.update', { task: idAt(tasks, one), assignee: id })
    return ada.call('agents.delete', { agent: id })
  },
  fold: ({ server }: Written) => foldAllTaskCounts(server.app.database),
}

export const writeNames = Object.keys(writes) as Step['write'][]

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    write: fc.constantFrom(...writeNames),
    one: fc.nat(40),
    other: fc.nat(40),
    status: fc.constantFrom('todo', 'in_progress', 'blocked', 'complete', 'cancelled'),
    due: fc.integer({ min: -3, max: 3 }),
  }),
  { minLength: 20, maxLength: 40 },
)

/** Returns the items of a project, including deleted ones. */
export async function itemsOf(server: TestServer, ada: Person, project: string): Promise<ProjectItems> {
  const read = <Row>(select: Sql) =>
    server.app.database.run<Row>(
      sql`${select} i join projects p on p.id = i.project_id
        where p.slug = ${project} and p.organization_id = ${ada.organization.id} order by i.id`,
    )
  const [tasks, stories, epics] = await Promise.all([
    read<Item>(sql`select i.id, i.deleted_at from tasks`),
    read<Item & { epic_id: string }>(sql`select i.id, i.epic_id, i.deleted_at from stories`),
    read<Item>(sql`select i.id, i.deleted_at from epics`),
  ])
  return { tasks, stories, epics }
}

/** Deletes everything in the trash permanently. */
export async function purgeNow({ app }: TestServer): Promise<void> {
  for (const table of ['tasks', 'stories', 'epics', 'projects'])
    await app.database.run(
      sql`update ${sql.raw(table)} set deleted_at = now() - interval '31 days' where deleted_at is not null`,
    )
  await purgeTrash(app)
}
