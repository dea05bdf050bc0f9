import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type Person, type TestServer, engines, startTestServer } from './harness.ts'
import { seed } from './seed.ts'
import { checkWork } from './work-rules.ts'

/*
 * Work invariants, under any sequence of sequential or concurrent actions: positions are unique, no task blocks itself,
 * every count equals a recount, and nothing disappears.
 */
const which = fc.nat(30)
const end = fc.constantFrom('first' as const, 'last' as const)
const side = fc.constantFrom('before' as const, 'after' as const)
const kind = fc.constantFrom('epic' as const, 'story' as const, 'task' as const)
const status = fc.constantFrom('todo', 'in_progress', 'complete', 'cancelled', 'backlog')
const many = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({ weight, arbitrary })

interface Action {
  action: string
  kind?: 'epic' | 'story' | 'task'
  one: number
  other: number
  status?: string
  end?: 'first' | 'last'
  side?: 'before' | 'after'
}

const plain = (action: string) => fc.record({ action: fc.constant(action), one: which, other: which })
const action: fc.Arbitrary<Action> = fc.oneof(
  many(3, fc.record({ action: fc.constant('create'), kind, one: which, other: which })),
  many(4, fc.record({ action: fc.constant('move to an end'), kind, one: which, other: which, end })),
  many(6, fc.record({ action: fc.constant('move beside'), kind, one: which, other: which, side })),
  many(2, plain('into a story')),
  many(1, plain('into an epic')),
  many(6, plain('block')),
  many(1, plain('unblock')),
  many(5, fc.record({ action: fc.constant('set'), one: which, other: which, status })),
  many(3, fc.record({ action: fc.constant('delete'), kind, one: which, other: which })),
  many(3, fc.record({ action: fc.constant('restore'), kind, one: which, other: which })),
)

/** The actions in one inner array run concurrently. */
const history = fc.array(fc.array(action, { minLength: 1, maxLength: 5 }), { minLength: 10, maxLength: 30 })

for (const engine of engines) {
  describe(`the work of a project, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('keeps the work rules under any sequence of concurrent actions', async () => {
      const counted = { done: 0, rejected: 0 }
      await fc.assert(
        fc.asyncProperty(history, async (moments) => {
          const project = await ada.call('projects.create', { name: 'Work' })
          const work = await startWork(project.slug)
          for (const moment of moments) {
            const results = await Promise.allSettled(moment.map((each) => perform(work, each)))
            for (const result of results) {
              if (result.status === 'fulfilled') counted.done++
              else {
                const error = result.reason as { status?: number }
                assert.ok(error.status && error.status < 500, String(result.reason))
                counted.rejected++
              }
            }
            await checkWork(ada, server.app.database, project, work)
          }
        }),
        { numRuns: engine === 'pgsql' ? 12 : 6, seed },
      )
      console.log(`# work on ${engine}: ${counted.done} actions done, ${counted.rejected} rejected`)
      assert.ok(counted.done > 100, 'and much of it was done')
    })

    /** Starts a project, and records everything that is created in it. */
    async function startWork(project: string): Promise<Work> {
      const work: Work = { project, epic: [], story: [], task: [] }
      for (let epic = 0; epic < 2; epic++) await create(work, 'epic', 0)
      for (let story = 0; story < 4; story++) await create(work, 'story', story)
      for (let task = 0; task < 8; task++) await create(work, 'task', task)
      return work
    }

    async function create(work: Work, createdKind: 'epic' | 'story' | 'task', number: number): Promise<void> {
      const { project } = work
      const above = (parents: { id: string }[]) => pick(parents, number)
      if (createdKind === 'epic') work.epic.push(await ada.call('epics.create', { project, title: 'Epic' }))
      else if (createdKind === 'story')
        work.story.push(await ada.call('stories.create', { project, epic: above(work.epic), title: 'Story' }))
      else {
        const story = number % 3 === 0 ? {} : { story: above(work.story) }
        work.task.push(await ada.call('tasks.create', { project, title: 'Task', ...story }))
      }
    }

    async function change(work: Work, changedKind: 'epic' | 'story' | 'task', id: string, set: object) {
      const { project } = work
      if (changedKind === 'task') return ada.call('tasks.update', { task: id, ...set })
      if (changedKind === 'epic') return ada.call('epics.update', { project, epic: id, ...set })
      return ada.call('stories.update', { project, epic: await epicOf(id), story: id, ...set })
    }

    async function epicOf(story: string): Promise<string> {
      const [row] = await server.app.database.run<{ epic_id: string }>(
        sql`select epic_id from stories where id = ${story}`,
      )
      return row!.epic_id
    }

    async function perform(work: Work, step: Action): Promise<unknown> {
      const { project } = work
      const items = work[step.kind ?? 'task']
      const [one, other] = [pick(items, step.one), pick(items, step.other)]
      switch (step.action) {
        case 'create':
          return create(work, step.kind!, step.one)
        case 'move to an end':
          return change(work, step.kind!, one, { place: step.end! })
        case 'move beside':
          return change(work, step.kind!, one, { [step.side!]: other })
        case 'into a story':
          return change(work, 'task', one, { story: pick(work.story, step.other) })
        case 'into an epic':
          return change(work, 'story', pick(work.story, step.one), { moveTo: pick(work.epic, step.other) })
        case 'block':
          return ada.call('dependencies.add', { task: one, kind: 'blocks', other })
        case 'unblock':
          return ada.call('dependencies.remove', { task: one, kind: 'blocks', other })
        case 'set':
          return change(work, 'task', one, { status: step.status!, force: step.other % 2 === 0 })
        case 'delete':
          if (step.kind === 'task') return ada.call('tasks.delete', { task: one })
          if (step.kind === 'epic') return ada.call('epics.delete', { project, epic: one })
          return ada.call('stories.delete', { project, epic: await epicOf(one), story: one })
        default:
          return ada.call('trash.restore', { kind: step.kind!, item: one })
      }
    }
  })
}

export interface Work {
  project: string
  epic: { id: string }[]
  story: { id: string }[]
  task: { id: string }[]
}

function pick(items: { id: string }[], number: number): string {
  return items[number % items.length]!.id
}
