import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { didYouMean, nearest, nearestParameter } from './nearest.ts'

describe('nearest', () => {
  const projects = ['website', 'web', 'mobile-app', 'billing', 'Über uns']

  it('returns names that differ in punctuation or by a missing, added, changed or swapped letter', () => {
    assert.equal(nearest('web-site', projects)[0], 'website')
    assert.deepEqual(nearest('Mobile App', projects), ['mobile-app'])
    assert.deepEqual(nearest('biling', projects), ['billing'])
    assert.deepEqual(nearest('blilling', projects), ['billing'])
    assert.deepEqual(nearest('bililng', projects), ['billing'])
    assert.deepEqual(nearest('ueber uns', projects), ['Über uns'])
  })

  it('returns names that contain the given one, the closest first', () => {
    assert.deepEqual(nearest('mobile', projects), ['mobile-app'])
    assert.deepEqual(nearest('webs', projects), ['web', 'website'])
  })

  it('returns no names if none is near, and at most three', () => {
    for (const asked of ['', '???', 'payments', 'x', 'zz']) assert.deepEqual(nearest(asked, projects), [])
    assert.equal(
      nearest(
        'task',
        Array.from({ length: 50 }, (_, index) => `task ${index}`),
      ).length,
      3,
    )
  })

  it('searches hundreds of long names quickly', () => {
    const names = Array.from({ length: 500 }, (_, index) => `${'a long name '.repeat(40)}${index}`)
    assert.equal(nearest('a long name '.repeat(40), names).length, 3)
  })

  it('returns the same names as without the limit on the computed cells', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(letters, letters, (asked, name) => {
        const [short, long] = asked.length < name.length ? [asked, name] : [name, asked]
        const holds = short.length >= 3 && long.includes(short)
        const expected = asked === name || holds || edits(asked, name) <= Math.floor(long.length / 3)
        assert.deepEqual(nearest(asked, [name]), expected ? [name] : [])
      }),
      { numRuns: 2000 },
    )
  })

  it('ignores suffixes such as Id and _slug in parameter names', () => {
    const names = ['task', 'project', 'assignee', 'status', 'labels']
    assert.equal(nearestParameter('taskId', names), 'task')
    assert.equal(nearestParameter('project_slug', names), 'project')
    assert.equal(nearestParameter('asignee', names), 'assignee')
    assert.equal(nearestParameter('state', names), 'status')
    assert.equal(nearestParameter('label', names), 'labels')
    assert.equal(nearestParameter('colour', names), undefined)
  })

  it('formats the names as a question', () => {
    assert.equal(didYouMean([]), '')
    assert.equal(didYouMean(['a']), 'Did you mean a?')
    assert.equal(didYouMean(['a', 'b', 'c']), 'Did you mean a, b or c?')
  })
})

/** The optimal string alignment distance by its definition. */
function edits(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length
  const [a, b] = [from.slice(0, -1), to.slice(0, -1)]
  const swapped = from.length > 1 && to.length > 1 && from.at(-1) === to.at(-2) && from.at(-2) === to.at(-1)
  return Math.min(
    known(a, to) + 1,
    known(from, b) + 1,
    known(a, b) + (from.at(-1) === to.at(-1) ? 0 : 1),
    swapped ? known(from.slice(0, -2), to.slice(0, -2)) + 1 : Infinity,
  )
}

const distances = new Map<string, number>()

function known(from: string, to: string): number {
  const key = `${from} ${to}`
  let distance = distances.get(key)
  if (distance === undefined) distances.set(key, (distance = edits(from, to)))
  return distance
}
