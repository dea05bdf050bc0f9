import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { didYouMean, nearest, nearestParameter } from './nearest.ts'

describe('the nearest names', () => {
  const projects = ['website', 'web', 'mobile-app', 'billing', 'Über uns']

  it('are those with other signs, letters left out, added, changed or exchanged', () => {
    assert.equal(nearest('web-site', projects)[0], 'website')
    assert.deepEqual(nearest('Mobile App', projects), ['mobile-app'])
    assert.deepEqual(nearest('biling', projects), ['billing'])
    assert.deepEqual(nearest('blilling', projects), ['billing'])
    assert.deepEqual(nearest('bililng', projects), ['billing'])
    assert.deepEqual(nearest('ueber uns', projects), ['Über uns'])
  })

  it('are those that hold what was asked for, the closest first', () => {
    assert.deepEqual(nearest('mobile', projects), ['mobile-app'])
    assert.deepEqual(nearest('webs', projects), ['web', 'website'])
  })

  it('are none where nothing is near, and never more than three', () => {
    for (const asked of ['', '???', 'payments', 'x', 'zz']) assert.deepEqual(nearest(asked, projects), [])
    assert.equal(
      nearest(
        'task',
        Array.from({ length: 50 }, (_, index) => `task ${index}`),
      ).length,
      3,
    )
  })

  it('are found quickly among hundreds of long names', () => {
    const names = Array.from({ length: 500 }, (_, index) => `${'a long name '.repeat(40)}${index}`)
    assert.equal(nearest('a long name '.repeat(40), names).length, 3)
  })

  it('of a parameter do without what it is named by', () => {
    const names = ['task', 'project', 'assignee', 'status', 'labels']
    assert.equal(nearestParameter('taskId', names), 'task')
    assert.equal(nearestParameter('project_slug', names), 'project')
    assert.equal(nearestParameter('asignee', names), 'assignee')
    assert.equal(nearestParameter('state', names), 'status')
    assert.equal(nearestParameter('label', names), 'labels')
    assert.equal(nearestParameter('colour', names), undefined)
  })

  it('are put into words', () => {
    assert.equal(didYouMean([]), '')
    assert.equal(didYouMean(['a']), 'Did you mean a?')
    assert.equal(didYouMean(['a', 'b', 'c']), 'Did you mean a, b or c?')
  })
})
