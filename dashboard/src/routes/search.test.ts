import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asBoolean, asSwitch, asText, oneOf, searchOf, someOf } from './search.ts'

describe('what an address says', () => {
  const read = searchOf({ task: asText, archived: asSwitch, status: oneOf(['todo', 'complete']) })

  it('is read by name', () => {
    assert.deepEqual(read({ task: 'WEB-1', archived: true, status: 'todo' }), {
      ...{ task: 'WEB-1', archived: true, status: 'todo' },
    })
  })

  it('names what is wrong or missing as not said, because the router would let it through otherwise', () => {
    const nothing = { task: undefined, archived: undefined, status: undefined }
    assert.deepEqual(read({}), nothing)
    assert.deepEqual(read({ task: 5, archived: 'true', status: ['todo'] }), nothing)
    assert.deepEqual(read({ task: { a: 1 }, archived: 1, status: 'constructor' }), nothing)
  })

  it('leaves out what the route does not know', () => {
    assert.deepEqual(Object.keys(read({ other: 'x' })), ['task', 'archived', 'status'])
  })

  it('of a list keeps what it knows, each once and in one order', () => {
    const some = someOf(['todo', 'blocked', 'complete'])
    assert.equal(some('blocked,todo,nonsense,todo'), 'todo,blocked')
    for (const wrong of ['', 'nonsense', ['todo'], 5, undefined]) assert.equal(some(wrong), undefined)
  })

  it('knows yes, no, and nothing said', () => {
    assert.deepEqual([true, false, 'true', undefined].map(asBoolean), [true, false, undefined, undefined])
  })
})
