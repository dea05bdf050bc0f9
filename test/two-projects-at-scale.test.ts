import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import type { InputOf } from '../server/assembly/client.ts'
import { type OwnPostgres, startOwnPostgres } from './faults/own-postgres.ts'
import { type Person, type TestServer, startOwnServer, withoutPostgres } from './harness.ts'
import { assertReadsFew, connectLike, fillTasks, planAsServed } from './query-plans.ts'
import { queriesDuring } from './watched-queries.ts'

/*
 * Lists of one project beside another large one, which was written before or after it. All tasks of a project are
 * adjacent in the table and in the primary key, so a plan that follows the primary key reads the other project first.
 */

/** The number of tasks of the older project. The newer project has three times as many. */
const size = Number(process.env.LIST_ROWS ?? 160_000) / 4
/** The most rows that a query can read to show 50 and to know that there are more. */
const page = 51
/** The limit for the filters, which at least one row in ten matches. */
const maxFilteredRows = 2000

type TaskFilter = InputOf<'tasks.list'>

describe(
  `lists of ${size.toLocaleString('en')} tasks beside ${(3 * size).toLocaleString('en')}`,
  { skip: withoutPostgres },
  () => {
    let postgres: OwnPostgres
    let server: TestServer
    let ada: Person
    let client: pg.Client
    before(async () => {
      postgres = await startOwnPostgres({ synced: false })
      server = await startOwnServer('pgsql', postgres.settings)
      ada = await server.register('Ada')
      for (const key of ['OLDER', 'NEWER'])
        await ada.call('projects.create', { name: key, slug: key.toLowerCase(), key })
      const { key: example } = await ada.call('tasks.create', { project: 'older', title: 'Example' })
      await fillTasks(server, async (each, part) => {
        // On one connection, so that the rows are in the order of their ids.
        if (part === 1) return
        await each.query(insertTasks, [example, 'OLDER', 1, size])
        await each.query(insertTasks, [example, 'NEWER', size + 1, 4 * size])
      })
      client = await connectLike(server)
    })
    after(async () => {
      await client.end()
      await server.stop()
      postgres.stop('immediate')
      postgres.remove()
    })

    const sorts = ['position', '-priority', 'dueAt', '-updatedAt', '-createdAt', 'createdAt'] as const
    const filters: TaskFilter[] = [
      {},
      { status: ['todo'] },
      { priority: ['urgent', 'high'] },
      { assignee: 'none' },
      { due: 'overdue' },
      { label: ['common'] },
    ]

    for (const project of ['older', 'newer'])
      for (const sort of sorts)
        it(`reads few rows of the ${project} project, sorted by ${sort}`, async () => {
          for (const filter of filters) {
            const first = { ...filter, project, sort }
            await expectFew(first)
            const { nextCursor } = await ada.call('tasks.list', { ...first, limit: 200 })
            await expectFew({ ...first, cursor: nextCursor! })
          }
        })

    async function expectFew(input: TaskFilter): Promise<void> {
      const queries = await queriesDuring(server.app.database, () => ada.call('tasks.list', input))
      const list = queries.find(({ text }) => text.includes('from tasks t'))!
      const { project: _, sort: __, cursor: ___, ...narrowed } = input
      const maxRows = Object.keys(narrowed).length > 0 ? maxFilteredRows : page
      assertReadsFew(await planAsServed(client, list), ['tasks'], maxRows, JSON.stringify(input))
    }
  },
)

/** SQL for one of `ofMany` values, pseudo-random, so that the properties of a task don't correlate. */
const one = (ofMany: number, what: number) => `(hashint4(n + ${what * 1_000_003}) & 2147483647) % ${ofMany}`

const insertTasks = `
  insert into tasks (id, project_id, organization_id, number, key, title, status, priority, labels, due_at, position,
    created_by, updated_at)
  select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, p.id, p.organization_id, 10 + n,
         p.key || '-' || 10 + n, 'Task number ' || n,
         (array['todo', 'todo', 'todo', 'complete', 'complete', 'backlog', 'in_progress', 'in_review'])[1 + ${one(8, 1)}],
         (array['none', 'low', 'medium', 'high', 'urgent'])[1 + ${one(5, 2)}],
         case when ${one(2, 3)} = 0 then array['common'] else '{}' end,
         case when ${one(4, 4)} = 0 then now() + (${one(20_000, 5)} - 10000) * interval '1 hour' end,
         position_of(500001000 + n), e.created_by, now() - (1000000 - n) * interval '1 second'
    from generate_series($3::int, $4::int) n join tasks e on e.key = $1 join projects p on p.key = $2
   order by n`
