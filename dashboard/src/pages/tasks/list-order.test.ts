import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '../../client.ts'
import { insertSorted, matchesFilter } from './list-order.ts'

const task = (id: string, set: Partial<Task> = {}): Task =>
  ({ id, key: id, position: id, priority: 'none', status: 'todo', type: 'task', labels: [], ...set }) as Task
const ids = (tasks: Task[]) => tasks.map(({ id }) => id).join(' ')

describe('the optimistic place of a changed task in a list', () => {
  it('inserts a task between its neighbors in the sort order', () => {
    const list = [task('a'), task('c')]
    assert.equal(ids(insertSorted(list, task('b'), { sort: 'position' }, true)), 'a b c')
    assert.equal(ids(insertSorted(list.toReversed(), task('b'), {}, true)), 'c b a')
    const important = [task('x', { priority: 'high' }), task('y', { priority: 'low' })]
    const more = task('z', { priority: 'medium' })
    assert.equal(ids(insertSorted(important, more, { sort: '-priority' }, true)), 'x z y')
  })

  it('omits a task that sorts after the loaded part of a longer list', () => {
    const list = [task('a'), task('b')]
    assert.equal(ids(insertSorted(list, task('c'), { sort: 'position' }, true)), 'a b c')
    assert.equal(ids(insertSorted(list, task('c'), { sort: 'position' }, false)), 'a b')
  })

  it('rejects a task that the filter excludes, and leaves text search to the server', () => {
    const bug = task('a', { type: 'bug', labels: ['loom', 'soon'] })
    assert.equal(matchesFilter({}, bug), true)
    assert.equal(
      matchesFilter({ status: ['todo', 'blocked'], type: ['bug'], label: ['loom', 'soon'] }, bug),
      true,
    )
    assert.equal(matchesFilter({ status: ['blocked'] }, bug), false)
    assert.equal(matchesFilter({ label: ['loom', 'later'] }, bug), false)
    assert.equal(matchesFilter({ search: 'cloth' }, bug), undefined)
    assert.equal(matchesFilter({ search: 'cloth', priority: ['high'] }, bug), false)
  })
})
