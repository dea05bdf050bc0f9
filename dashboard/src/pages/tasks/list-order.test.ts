import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '../../client.ts'
import { inserted, isIn } from './list-order.ts'

const task = (id: string, set: Partial<Task> = {}): Task =>
  ({ id, key: id, position: id, priority: 'none', status: 'todo', type: 'task', labels: [], ...set }) as Task
const ids = (tasks: Task[]) => tasks.map(({ id }) => id).join(' ')

describe('where a changed task is shown before the server has answered', () => {
  it('is between its neighbours in the order of the list', () => {
    const list = [task('a'), task('c')]
    assert.equal(ids(inserted(list, task('b'), { sort: 'position' }, true)), 'a b c')
    assert.equal(ids(inserted(list.toReversed(), task('b'), {}, true)), 'c b a')
    const important = [task('x', { priority: 'high' }), task('y', { priority: 'low' })]
    const more = task('z', { priority: 'medium' })
    assert.equal(ids(inserted(important, more, { sort: '-priority' }, true)), 'x z y')
  })

  it('is beyond what was read, where the list goes on', () => {
    const list = [task('a'), task('b')]
    assert.equal(ids(inserted(list, task('c'), { sort: 'position' }, true)), 'a b c')
    assert.equal(ids(inserted(list, task('c'), { sort: 'position' }, false)), 'a b')
  })

  it('is nowhere that its filter shuts it out of, and only the server knows what words it has', () => {
    const bug = task('a', { type: 'bug', labels: ['loom', 'soon'] })
    assert.equal(isIn({}, bug), true)
    assert.equal(isIn({ status: ['todo', 'blocked'], type: ['bug'], label: ['loom', 'soon'] }, bug), true)
    assert.equal(isIn({ status: ['blocked'] }, bug), false)
    assert.equal(isIn({ label: ['loom', 'later'] }, bug), false)
    assert.equal(isIn({ search: 'cloth' }, bug), undefined)
    assert.equal(isIn({ search: 'cloth', priority: ['high'] }, bug), false)
  })
})
