import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldSchema } from '../../../operations/json-schema.ts'
import { coerce, coerceInput } from './lenient-input.ts'

const texts = { type: 'array', items: { type: 'string' } }
const states = { type: 'array', items: { type: 'string', enum: ['todo', 'in_progress'] } }
const goals = {
  type: 'array',
  items: { type: 'object', properties: { text: { type: 'string' }, done: { type: 'boolean' } } },
}

const verdict = { type: 'string', enum: ['approved', 'changes_requested', 'commented'] }
const taskStatuses = ['backlog', 'todo', 'in_progress', 'blocked', 'in_review', 'complete', 'cancelled']
const taskStatus = { type: 'string', enum: taskStatuses }
const statusFilter = { type: 'array', items: taskStatus }
const time = { type: 'string', format: 'date-time' }
const facts = {
  type: 'array',
  items: {
    type: 'object',
    properties: { content: { type: 'string' }, tags: texts },
    required: ['content'],
  },
}
const linkKind = { type: 'string', enum: ['blocks', 'blocked_by', 'relates'] }
const links = {
  type: 'array',
  items: {
    type: 'object',
    properties: { kind: linkKind, task: { type: 'string' } },
    required: ['kind', 'task'],
  },
}

describe('coerce', () => {
  const coerced: [given: unknown, schema: FieldSchema, expected: unknown][] = [
    ['5', { type: 'integer' }, 5],
    ['-2.5', { type: 'number' }, -2.5],
    ['3', { type: ['integer', 'null'] }, 3],
    ['null', { type: ['integer', 'null'] }, null],
    ['true', { type: 'boolean' }, true],
    ['False', { type: 'boolean' }, false],
    [42, { type: 'string' }, '42'],
    ['["a","b, c"]', texts, ['a', 'b, c']],
    ['a, b', texts, ['a', 'b']],
    ['backend', texts, ['backend']],
    ['First this, then that', texts, ['First this, then that']],
    ['', texts, []],
    ['todo, In Progress', states, ['todo', 'in_progress']],
    ['In-Progress', { type: 'string', enum: ['in_progress', 'todo'] }, 'in_progress'],
    ['{"text":"x","done":"true"}', goals, [{ text: 'x', done: true }]],
    [{ text: 'x' }, goals, [{ text: 'x' }]],
    ['[{"text":"x"}]', goals, [{ text: 'x' }]],
    ['{"a":1}', { type: 'object' }, { a: 1 }],
    [[1, 'b'], texts, ['1', 'b']],
    ['done', taskStatus, 'complete'],
    ['Completed', taskStatus, 'complete'],
    ['open', taskStatus, 'todo'],
    ['WIP', taskStatus, 'in_progress'],
    ['done', { type: 'string', enum: ['active', 'done'] }, 'done'],
    ['done, wip', statusFilter, ['complete', 'in_progress']],
    ['open', statusFilter, ['backlog', 'todo', 'in_progress', 'blocked', 'in_review']],
    [['closed'], statusFilter, ['complete', 'cancelled']],
    ['LGTM', verdict, 'approved'],
    ['request changes', verdict, 'changes_requested'],
    ['lgtm', { type: 'string', enum: ['accepted', 'rejected'] }, 'accepted'],
    ['p0', { type: 'string', enum: ['low', 'urgent'] }, 'urgent'],
    ['2026-11-16', time, '2026-11-16T00:00:00.000Z'],
    ['2026-11-16T17:00:00+02:00', time, '2026-11-16T15:00:00.000Z'],
    ['2026-11-16 17:00Z', time, '2026-11-16T17:00:00.000Z'],
    ['2026-11-16T17:00:00.123456Z', time, '2026-11-16T17:00:00.123456Z'],
    ['Prices are in cents.', facts, [{ content: 'Prices are in cents.' }]],
    [['One, two.', { content: 'Three.' }], facts, [{ content: 'One, two.' }, { content: 'Three.' }]],
    ['Prices', facts.items, { content: 'Prices' }],
    [{ kind: 'depends_on', task: 'WEB-1' }, links, [{ kind: 'blocked_by', task: 'WEB-1' }]],
  ]
  for (const [given, schema, expected] of coerced)
    it(`reads ${JSON.stringify(given)} as ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(coerce(given, schema), expected))

  const unchanged: [given: unknown, schema: FieldSchema][] = [
    ['many', { type: 'integer' }],
    ['5 days', { type: 'integer' }],
    ['1e9', { type: 'integer' }],
    ['yes', { type: 'boolean' }],
    [1, { type: 'boolean' }],
    [true, { type: 'string' }],
    ['done', { type: 'string', enum: ['proposed', 'accepted'] }],
    ['open', { type: 'string', enum: ['junit', 'tap'] }],
    ['2026-02-30', time],
    ['2026-11-16T17:00:00', time],
    ['tomorrow', time],
    ['WEB-1', links],
    [['WEB-1'], links],
    ['null', { type: ['string', 'null'] }],
    ['{broken', { type: 'object' }],
    ['["a"]', { type: 'string' }],
    ['5', { type: 'string' }],
    ['x', goals],
    [null, texts],
  ]
  for (const [given, schema] of unchanged)
    it(`leaves ${JSON.stringify(given)} unchanged for ${JSON.stringify(schema.type)}`, () =>
      assert.deepEqual(coerce(given, schema), given))
})

describe('coerceInput', () => {
  const properties = { task: { type: 'string' }, dueAt: time, labels: texts, link: links }
  const schema = { type: 'object' as const, properties }
  const converted: [given: object, expected: object][] = [
    [{ due_at: '2026-11-16' }, { dueAt: '2026-11-16T23:59:59.000Z' }],
    [
      { deadline: '2026-11-16', tags: 'a, b' },
      { dueAt: '2026-11-16T23:59:59.000Z', labels: ['a', 'b'] },
    ],
    [{ depends_on: 'WEB-1' }, { link: [{ kind: 'blocked_by', task: 'WEB-1' }] }],
    [
      { blockedBy: ['WEB-1', 'WEB-2'], link: [{ kind: 'relates', task: 'WEB-3' }] },
      {
        link: [
          { kind: 'relates', task: 'WEB-3' },
          { kind: 'blocked_by', task: 'WEB-1' },
          { kind: 'blocked_by', task: 'WEB-2' },
        ],
      },
    ],
  ]
  for (const [given, expected] of converted)
    it(`reads ${JSON.stringify(given)} as ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(coerceInput(given, schema), expected))

  const rejected: object[] = [
    { task_id: 'WEB-1' },
    { asignee: 'me' },
    { dueAt: 'x', due: 'y' },
    { constructor: 1 },
  ]
  for (const given of rejected)
    it(`leaves ${JSON.stringify(given)} for validation to reject`, () =>
      assert.deepEqual(coerceInput(given, schema), given))

  it('reads the names in nested objects', () => {
    const item = { type: 'object', properties: { title: { type: 'string' }, blockedBy: texts } }
    const plan = { type: 'object' as const, properties: { tasks: { type: 'array', items: item } } }
    assert.deepEqual(coerceInput({ tasks: [{ title: 'API', depends_on: ['model'] }] }, plan), {
      tasks: [{ title: 'API', blockedBy: ['model'] }],
    })
  })

  it('prefers the field blockedBy of a tool that has it', () => {
    const blockers = { type: 'object' as const, properties: { blockedBy: texts, link: links } }
    assert.deepEqual(coerceInput({ depends_on: 'WEB-1' }, blockers), { blockedBy: ['WEB-1'] })
  })
})
