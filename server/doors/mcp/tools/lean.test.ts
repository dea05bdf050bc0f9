import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conciseItem, conciseObject } from './concise.ts'
import { leanObject } from './lean.ts'

const id = '0197a0c8-5a3e-7c1b-9f00-5f1e8f3a2b6d'
const scout = { kind: 'agent', id, name: 'Scout', onBehalfOf: { id, name: 'Ada' } }

describe('the lean form of a response', () => {
  it('leaves out ids of items that have a key or a slug, and keeps other ids', () => {
    assert.deepEqual(leanObject({ id, key: 'WEB-1', feature: { id, key: 'WEB-2', title: 'Tax' } }), {
      key: 'WEB-1',
      feature: { key: 'WEB-2', title: 'Tax' },
    })
    assert.deepEqual(leanObject({ id, title: 'A note', project: { id, slug: 'web', name: 'Web' } }), {
      id,
      title: 'A note',
      project: { slug: 'web', name: 'Web' },
    })
    assert.deepEqual(leanObject({ id, key: null, session: { id, title: 'Night' } }), {
      id,
      session: { id, title: 'Night' },
    })
  })

  it('names the agent and the user it acts for, without their ids', () => {
    const short = { kind: 'agent', name: 'Scout', onBehalfOf: { name: 'Ada' } }
    assert.deepEqual(leanObject({ id, createdBy: scout }), { id, createdBy: short })
    const ada = { kind: 'user', id, name: 'Ada', onBehalfOf: null }
    assert.deepEqual(leanObject({ id, createdBy: ada }), { id, createdBy: { kind: 'user', name: 'Ada' } })
  })

  it('leaves out empty fields, rights, bare ids, zero counts and fractions of seconds', () => {
    const given = {
      id,
      may: { edit: true },
      title: '',
      tags: [],
      organization: id,
      project: id,
      counts: { todo: 0, done: 2, open: 0, blocked: 0 },
      progress: { passed: 0, total: 6 },
      updatedAt: '2026-11-16T22:00:00.123Z',
      since: '2026-11-16T22:00:00Z',
    }
    assert.deepEqual(leanObject(given), {
      id,
      counts: { done: 2 },
      progress: { passed: 0, total: 6 },
      updatedAt: '2026-11-16T22:00:00Z',
      since: '2026-11-16T22:00:00Z',
    })
  })

  it("keeps the caller's own JSON and complete texts unchanged", () => {
    const state = {
      id,
      key: 'x',
      empty: [],
      at: '2026-11-16T22:00:00.123Z',
      zeros: { a: 0, b: 0, c: 0, d: 0 },
    }
    const text = 'A long story. '.repeat(100)
    assert.deepEqual(leanObject({ id, state, content: text }), { id, state, content: text })
  })

  it('keeps the empty fields of a result, and those that the call named', () => {
    assert.deepEqual(leanObject({ task: null, unblocks: [] }), { task: null, unblocks: [] })
    assert.deepEqual(leanObject({ id, dueAt: null, labels: [] }, {}, new Set(['dueAt'])), { id, dueAt: null })
  })

  it('leaves out declared parts and reports how many items of a list are missing', () => {
    const given = {
      id,
      stats: { open: 1, weeks: [1, 2] },
      events: [
        { id, type: 'a' },
        { id, type: 'b' },
        { id, type: 'c' },
      ],
    }
    assert.deepEqual(leanObject(given, { omits: ['stats.weeks', 'events.id'], first: { events: 2 } }), {
      id,
      stats: { open: 1 },
      events: [{ type: 'a' }, { type: 'b' }],
      eventsCut: 1,
    })
  })
})

describe('the concise form of a response', () => {
  it('shows references in a list by their names', () => {
    const item = {
      id,
      key: 'WEB-1',
      version: 3,
      assignee: { kind: 'agent', id, name: 'Scout' },
      createdBy: scout,
      feature: { id, key: 'WEB-2', title: 'Tax' },
      project: { id, slug: 'web', name: 'Web' },
      claim: { by: scout, number: 3 },
    }
    assert.deepEqual(conciseItem(item), {
      key: 'WEB-1',
      assignee: 'Scout',
      createdBy: 'Scout',
      feature: 'WEB-2',
      project: 'web',
      claim: { by: 'Scout', number: 3 },
    })
  })

  it('cuts long texts and lists, and reports the missing amount', () => {
    const short = conciseObject({ id, body: 'word '.repeat(100), items: Array.from({ length: 25 }, () => 1) })
    const { body, bodyCut, items, itemsCut } = short as Record<string, unknown>
    assert.deepEqual(
      [(body as string).length, bodyCut, (items as unknown[]).length, itemsCut],
      [240, 260, 20, 5],
    )
  })
})
