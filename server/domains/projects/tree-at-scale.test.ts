import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { type OwnPostgres, startOwnPostgres } from '../../../test/faults/own-postgres.ts'
import { type Person, type TestServer, startOwnServer, withoutPostgres } from '../../../test/harness.ts'
import { assertReadsFew, connectLike, planAsServed } from '../../../test/query-plans.ts'
import { queriesDuring } from '../../../test/watched-queries.ts'
import type { InputOf, OutputOf } from '../../assembly/client.ts'
import { maxTreeItems } from './tree-node.ts'

/*
 * Checks the query plans of the tree in two large projects beside each other. In one of them no task is without a story.
 * Skips the embedded database, which serves single users and would take minutes to fill.
 */

/** The number of tasks of both projects together. */
const size = Number(process.env.TREE_ROWS ?? 60_000)
const epicsPerProject = 600
const storiesPerEpic = 10

type Level = InputOf<'projects.tree'>

describe(
  `tree of a project beside another one, ${size.toLocaleString('en')} tasks, on pgsql`,
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
      for (const key of ['MIX', 'FULL'])
        await ada.call('projects.create', { name: key, slug: key.toLowerCase(), key })
      client = await connectLike(server)
      await client.query('set synchronous_commit = off')
      await client.query(insertEpics, [epicsPerProject])
      await client.query(insertStories, [epicsPerProject * storiesPerEpic])
      await client.query(insertTasks, [size, epicsPerProject * storiesPerEpic])
      await client.query('vacuum analyze')
    })
    after(async () => {
      await client.end()
      await server.stop()
      postgres.stop('immediate')
      postgres.remove()
    })

    for (const project of ['mix', 'full']) {
      it(`reads few rows for the epics of one project (${project}), on every page`, async () => {
        const first = await expectFewRowsRead({ project, limit: 50 })
        assert.deepEqual([first.items.length, first.items[0]!.kind], [50, 'epic'])
        const second = await expectFewRowsRead({ project, limit: 50, cursor: first.nextCursor! })
        assert.equal(second.items[0]!.kind, 'epic')
        const third = await ada.call('projects.tree', { project, limit: 200, cursor: second.nextCursor! })
        const fourth = await ada.call('projects.tree', { project, limit: 200, cursor: third.nextCursor! })
        const last = await expectFewRowsRead({ project, limit: 200, cursor: fourth.nextCursor! })
        assert.deepEqual(
          [last.items[0]!.kind, last.items.at(-1)!.kind, last.items.length],
          project === 'full' ? ['epic', 'epic', 100] : ['epic', 'task', 200],
        )
      })

      it(`reads few rows below an epic and a story (${project})`, async () => {
        const { items } = await ada.call('projects.tree', { project, limit: 1 })
        const [epic] = items
        const stories = await expectFewRowsRead({ project, below: epic!.key })
        assert.equal(stories.items.length, storiesPerEpic)
        const tasks = await expectFewRowsRead({ project, below: stories.items[0]!.key, limit: 3 })
        assert.equal(tasks.items.length, 3)
        await expectFewRowsRead({
          project,
          below: stories.items[0]!.key,
          limit: 5,
          cursor: tasks.nextCursor!,
        })
      })
    }

    it('reads as few rows in the middle of the tasks without a story as at their start', async () => {
      let level: OutputOf<'projects.tree'> = await ada.call('projects.tree', { project: 'mix', limit: 200 })
      for (let page = 0; page < 10; page++) {
        const { nextCursor: cursor } = level
        level = await ada.call('projects.tree', { project: 'mix', limit: 200, cursor: cursor! })
      }
      const middle = await expectFewRowsRead({ project: 'mix', limit: 50, cursor: level.nextCursor! })
      assert.deepEqual([middle.items.length, middle.items[0]!.kind], [50, 'task'])
    })

    /** Reads a level, and checks that none of its statements reads more rows than a response can have. */
    async function expectFewRowsRead(input: Level): Promise<OutputOf<'projects.tree'>> {
      let level: OutputOf<'projects.tree'> | undefined
      const queries = await queriesDuring(server.app.database, async () => {
        level = await ada.call('projects.tree', input)
      })
      const ofItems = queries.filter(({ text }) => text.includes('i.position') || text.includes('counted'))
      assert.ok(ofItems.length > 0)
      for (const query of ofItems) {
        const isCount = query.text.includes('counted')
        const maxRows = isCount ? 200 * storiesPerEpic : maxTreeItems + 1
        const label = `${JSON.stringify(input)} ${query.text}`
        assertReadsFew(await planAsServed(client, query), ['epics', 'stories', 'tasks'], maxRows, label)
      }
      return level!
    }
  },
)

const columns = 'id, project_id, organization_id, number, key, title, position, created_by'

/** SQL of the columns of the item `n`. Items of each kind have their own numbers, from `from`. */
const item = (
  from: number,
) => `gen_random_uuid(), p.id, p.organization_id, ${from} + n, p.key || '-' || ${from} + n,
  'Item ' || n, position_of(${from} + n), '{"kind": "user", "name": "Ada"}'`

const insertEpics = `insert into epics (${columns}) select ${item(0)} from projects p, generate_series(1, $1::int) n`

const insertStories = `insert into stories (${columns}, epic_id) select ${item(1000)}, e.id
  from projects p cross join generate_series(1, $1::int) n
  join epics e on e.project_id = p.id and e.number = 1 + n % ${epicsPerProject}`

/** Puts every other task into each project. A fifth of the tasks of one project has no story. */
const insertTasks = `insert into tasks (${columns}, story_id) select ${item(100_000)}, s.id
  from generate_series(1, $1::int) n join projects p on p.key = case when n % 2 = 0 then 'MIX' else 'FULL' end
  left join stories s on s.project_id = p.id and s.number = 1001 + n / 2 % $2::int and (p.key = 'FULL' or n % 5 > 0)`
