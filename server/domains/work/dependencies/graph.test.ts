import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { seed } from '../../../../test/seed.ts'
import { sql } from '../../../database/sql.ts'
import { blocksSql } from './cycle.ts'

/*
 * Property-based test: for random sequences of links, completions, deletions and restores, the graph has no cycle and
 * each task's counters match its links.
 */
const size = 7
const taskIndex = fc.nat(size - 1)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ action: fc.constant('link' as const), from: taskIndex, to: taskIndex }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ action: fc.constant('unlink' as const), from: taskIndex, to: taskIndex }),
  },
  fc.record({ action: fc.constantFrom('complete' as const, 'reopen' as const), from: taskIndex }),
  fc.record({ action: fc.constantFrom('delete' as const, 'restore' as const), from: taskIndex }),
)

for (const engine of oneEngine) {
  describe(`dependency graph on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const createTask = () => ada.call('tasks.create', { project: 'web', title: 'Task' })

    it('never contains a cycle and keeps blocker counts correct', { timeout: 200_000 }, async () => {
      const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const tasks: string[] = []
        for (let index = 0; index < size; index++) tasks.push((await createTask()).id)
        /** The expected links, as a model of the database. */
        const edges = new Set<string>()
        for (const each of steps) {
          const [from, to] = [tasks[each.from]!, 'to' in each ? tasks[each.to]! : '']
          const done = await attempt(each.action, from, to)
          const edge = `${from} ${to}`
          if (each.action === 'unlink' && done) edges.delete(edge)
          if (each.action !== 'link') continue
          if (done) edges.add(edge)
          else if (done === false) assert.ok(from === to || reaches(edges, to, from), 'rejects only cycles')
          assert.equal(hasCycle(edges, tasks), false)
        }
        await expectCounts(tasks)
      })
      const runs = engine === 'pglite' ? 12 : 25
      await fc.assert(property, { numRuns: runs, seed })
    })

    type Action = 'link' | 'unlink' | 'complete' | 'reopen' | 'delete' | 'restore'

    /** Returns whether the action succeeded, or undefined if a task is in the trash or the action does not apply. */
    async function attempt(action: Action, task: string, other: string): Promise<boolean | undefined> {
      try {
        if (action === 'link') await ada.call('dependencies.add', { task, kind: 'blocks', other })
        else if (action === 'unlink')
          return (await ada.call('dependencies.remove', { task, kind: 'blocks', other })).removed
        else if (action === 'complete') await ada.call('tasks.complete', { task, force: true })
        else if (action === 'reopen') await ada.call('tasks.update', { task, status: 'todo' })
        else if (action === 'delete') await ada.call('tasks.delete', { task })
        else await ada.call('trash.restore', { kind: 'task', item: task })
        return true
      } catch (error) {
        const { code, message } = error as { code: string; message: string }
        if (code === 'dependency_cycle' || (code === 'invalid_input' && task === other)) return false
        assert.ok(['not_found', 'not_deleted', 'invalid_input'].includes(code), message)
        return undefined
      }
    }

    async function expectCounts(tasks: string[]): Promise<void> {
      const wrong = await server.app.database.run(
        sql`select t.key, t.open_blockers, t.blocking from tasks t where t.id = any(${tasks}) and (
           t.blocking <> (select count(*) from dependencies d where d.task_id = t.id and d.kind = 'blocks')
           or t.open_blockers <> (
             select count(*) from dependencies d join tasks b on b.id = d.task_id
              where d.other_id = t.id and d.kind = 'blocks' and b.deleted_at is null
                and b.status not in ('complete', 'cancelled')))`,
      )
      assert.deepEqual(wrong, [])
    }

    it('rejects one of two concurrent links that would close a cycle', async () => {
      for (let round = 0; round < 10; round++) {
        const [a, b, c] = [await createTask(), await createTask(), await createTask()]
        await ada.call('dependencies.add', { task: a.id, kind: 'blocks', other: b.id })
        const both = await Promise.allSettled([
          ada.call('dependencies.add', { task: b.id, kind: 'blocks', other: c.id }),
          ada.call('tasks.update', { task: c.id, link: [{ kind: 'blocks', task: a.id }] }),
        ])
        const rejected = both.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
        assert.deepEqual(
          rejected.map(({ reason }) => (reason as { code: string }).code),
          ['dependency_cycle'],
        )
      }
    })

    it('counts blockers correctly when a task is linked and completed concurrently', async () => {
      for (let round = 0; round < 10; round++) {
        const [blocker, waiting] = [await createTask(), await createTask()]
        await Promise.all([
          ada.call('dependencies.add', { task: waiting.id, kind: 'blocked_by', other: blocker.id }),
          ada.call('tasks.complete', { task: blocker.id }),
        ])
        assert.equal((await ada.call('tasks.get', { task: waiting.id })).openBlockers, 0)
      }
    })

    it('finds a cycle in a large graph with an index', async () => {
      const { database } = server.app
      await database.run(
        sql`insert into tasks (id, project_id, organization_id, number, key, title, created_by, position)
         select md5('graph' || n)::uuid, p.id, p.organization_id, 100000 + n, 'WEB-' || 100000 + n, 'Task', '{}',
                position_of(600000000 + n) from projects p, generate_series(1, 2000) n
          where p.slug = 'web' and p.organization_id = ${ada.organization.id}`,
      )
      await database.run(
        sql`insert into dependencies (task_id, other_id, organization_id, kind, created_by)
         select md5('graph' || n)::uuid, md5('graph' || n + step)::uuid, p.organization_id, 'blocks', '{}'
           from projects p, generate_series(1, 1995) n, generate_series(1, 5) step
          where p.slug = 'web' and p.organization_id = ${ada.organization.id}`,
      )
      await database.run(sql`analyze dependencies`)
      const client = await database.connect()
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain ${blocksSql('', '').text.replace('$1', `md5('graph1')`).replace('$2', `md5('graph0')::uuid`)}`,
      )
      client.release()
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Index Only Scan using dependencies_pkey/)
      assert.doesNotMatch(plan, /Seq Scan/)
      const [last] = await database.run<{ first: string; last: string }>(
        sql`select md5('graph1')::uuid as first, md5('graph2000')::uuid as last`,
      )
      await assert.rejects(
        ada.call('dependencies.add', { task: last!.last, kind: 'blocks', other: last!.first }),
        { code: 'dependency_cycle', message: /WEB-102000 → WEB-100001 → / },
      )
    })
  })
}

function reaches(edges: Set<string>, from: string, to: string): boolean {
  const seen = new Set<string>()
  const visit = (at: string): boolean => {
    if (at === to) return true
    if (seen.has(at)) return false
    seen.add(at)
    return [...edges].some((edge) => edge.startsWith(`${at} `) && visit(edge.split(' ')[1]!))
  }
  return visit(from)
}

function hasCycle(edges: Set<string>, tasks: string[]): boolean {
  return tasks.some((task) =>
    [...edges].some((edge) => edge.startsWith(`${task} `) && reaches(edges, edge.split(' ')[1]!, task)),
  )
}
