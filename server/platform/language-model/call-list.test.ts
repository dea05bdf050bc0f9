import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CallPart, createCallList } from './call-list.ts'

function collect(parts: CallPart[]) {
  const list = createCallList()
  for (const part of parts) list.add(part)
  return list.finish().map(({ id, name, input }) => [id, name, input])
}

const whole = { name: 'get', json: '{"a":1}' }

describe('the calls of a reply', () => {
  it('are joined by index', () => {
    const parts = [
      { index: 0, id: 'x', name: 'get', json: '' },
      { index: 1, id: 'y', name: 'list', json: '{"b"' },
      { index: 0, json: '{"a":' },
      { index: 1, json: ':2}' },
      { index: 0, json: '1}' },
    ]
    assert.deepEqual(collect(parts), [
      ['x', 'get', { a: 1 }],
      ['y', 'list', { b: 2 }],
    ])
  })

  it('are joined without an index, by id or by order', () => {
    const parts = [
      { id: 'x', name: 'get', json: '{"a":' },
      { id: 'x', json: '1' },
      { json: '}' },
      { id: 'y', name: 'list', json: '{}' },
    ]
    assert.deepEqual(collect(parts), [
      ['x', 'get', { a: 1 }],
      ['y', 'list', {}],
    ])
  })

  it('are separate if a server sends whole calls with the same index', () => {
    const parts = [
      { index: 0, id: 'x', ...whole },
      { index: 0, id: 'y', ...whole },
    ]
    assert.deepEqual(collect(parts), [
      ['x', 'get', { a: 1 }],
      ['y', 'get', { a: 1 }],
    ])
  })

  it('are one if a server sends a new id with each piece, or repeats the name', () => {
    const changed = [
      { index: 0, id: 'x', name: 'get', json: '{"a":' },
      { index: 0, id: 'y', json: '1}' },
    ]
    const repeated = [
      { index: 0, id: 'x', name: 'get', json: '{"a":' },
      { index: 0, id: 'x', name: 'get', json: '1}' },
    ]
    for (const parts of [changed, repeated]) assert.deepEqual(collect(parts), [['x', 'get', { a: 1 }]])
  })

  it('get unique ids if the server sends none, repeats one, or sends one that it would reject', () => {
    const parts = [
      { index: 0, ...whole },
      { index: 1, id: '', ...whole },
      { index: 2, id: 'x', ...whole },
      { index: 3, id: 'x', ...whole },
      { index: 4, id: 'no space', ...whole },
      { index: 5, id: 'x'.repeat(65), ...whole },
    ]
    assert.deepEqual(
      collect(parts).map(([id]) => id),
      ['call_1', 'call_2', 'x', 'call_4', 'call_5', 'call_6'],
    )
  })

  it('have names that the next request can contain', () => {
    const parts = [
      { index: 0, name: 'drop table; "x"', json: '' },
      { index: 1, name: 'n'.repeat(1000), json: '' },
      { index: 2, json: '{}' },
    ]
    assert.deepEqual(
      collect(parts).map(([, name]) => name),
      ['drop_table___x_', 'n'.repeat(64), 'unnamed'],
    )
  })

  it('have no input if its JSON is too deep', () => {
    const deep = `{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`
    assert.deepEqual(collect([{ index: 0, name: 'get', json: deep }]), [['call_1', 'get', undefined]])
  })

  it('are limited in number and length', () => {
    const many = Array.from({ length: 33 }, (_, index) => ({ index, ...whole }))
    assert.equal(collect(many.slice(0, 32)).length, 32)
    assert.throws(() => collect(many), /more than 32 calls/)
    const long = Array.from({ length: 101 }, () => ({ index: 0, json: 'x'.repeat(1000) }))
    assert.throws(() => collect(long), /a call that is too long/)
  })
})
