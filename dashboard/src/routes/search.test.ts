import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asBoolean, asSwitch, asText, oneOf, searchOf, someOf } from './search.ts'

describe('the search parameters of a URL', () => {
  const read = searchOf({ task: asText, archived: asSwitch, status: oneOf(['todo', 'complete']) })

  it('reads parameters by name', () => {
    assert.deepEqual(read({ task: 'WEB-1', archived: true, status: 'todo' }), {
      task: 'WEB-1',
      archived: true,
      status: 'todo',
    })
  })

  it('returns undefined for invalid and missing values, because the router would keep them otherwise', () => {
    const nothing = { task: undefined, archived: undefined, status: undefined }
    assert.deepEqual(read({}), nothing)
    assert.deepEqual(read({ task: 5, archived: 'true', status: ['todo'] }), nothing)
    assert.deepEqual(read({ task: { a: 1 }, archived: 1, status: 'constructor' }), nothing)
  })

  it('drops parameters that the route does not know', () => {
    assert.deepEqual(Object.keys(read({ other: 'x' })), ['task', 'archived', 'status'])
  })

  it('keeps the known values of a list, without duplicates and in a fixed order', () => {
    const some = someOf(['todo', 'blocked', 'complete'])
    assert.equal(some('blocked,todo,nonsense,todo'), 'todo,blocked')
    for (const wrong of ['', 'nonsense', ['todo'], 5, undefined]) assert.equal(some(wrong), undefined)
  })

  it('distinguishes true, false and missing', () => {
    assert.deepEqual([true, false, 'true', undefined].map(asBoolean), [true, false, undefined, undefined])
  })
})
