import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ActivityEvent } from '../../../client.ts'
import { isLevelChangedBy } from './level-changes.ts'
import type { TreeNode } from './levels.ts'

const task = (id: string, set: object = {}) => ({ kind: 'task', id, key: id, blockedBy: [], ...set })
const story = (id: string, children: object[] | null) => ({ kind: 'story', id, key: id, children })
const epic = (id: string, children: object[] | null) => ({ kind: 'epic', id, key: id, children })

/** The loaded levels of a large project: the top, one epic, and one story. */
const top = [epic('E1', null), epic('E2', null), task('T9')] as object[] as TreeNode[]
const inEpic = [story('S1', null), story('S2', [])] as object[] as TreeNode[]
const inStory = [task('T1'), task('T2', { blockedBy: ['T8'] })] as object[] as TreeNode[]

function changed(type: string, id: string, data: object = {}): string[] {
  const event = {
    type,
    subject: { kind: type.split('.')[0], id, key: id, version: 2 },
    data,
  } as ActivityEvent
  const levels = {
    top: isLevelChangedBy(event, top),
    E1: isLevelChangedBy(event, inEpic, { kind: 'epic', id: 'E1', key: 'E1' }),
    S1: isLevelChangedBy(event, inStory, { kind: 'story', id: 'S1', key: 'S1' }),
  }
  return Object.entries(levels).flatMap(([name, isChanged]) => (isChanged ? [name] : []))
}

const status = (from: string, to: string) => ({ changes: { status: { from, to } } })

describe('levels of a tree that an event changes', () => {
  it('refetches the level that shows a changed task', () => {
    assert.deepEqual(changed('task.updated', 'T1', { changes: { title: { from: 'a', to: 'b' } } }), ['S1'])
    assert.deepEqual(changed('task.claimed', 'T1', status('todo', 'in_progress')), ['S1'])
    assert.deepEqual(changed('task.updated', 'T9', { changes: { title: { from: 'a', to: 'b' } } }), ['top'])
  })

  it('ignores a change of a task that no level shows, unless it changes progress', () => {
    assert.deepEqual(changed('task.updated', 'T7', { changes: { title: { from: 'a', to: 'b' } } }), [])
    assert.deepEqual(changed('task.claimed', 'T7', status('todo', 'in_progress')), [])
    assert.deepEqual(changed('task.completed', 'T7', status('todo', 'complete')), ['top', 'E1'])
    assert.deepEqual(changed('task.deleted', 'T7'), ['top', 'E1'])
  })

  it('refetches the story of a new task and the progress above it', () => {
    assert.deepEqual(changed('task.created', 'T7', { story: 'S1' }), ['top', 'E1', 'S1'])
    assert.deepEqual(changed('task.created', 'T7', { story: 'S2' }), ['top', 'E1'])
  })

  it('refetches a task whose blocker is closed, and every level after a task is reopened', () => {
    assert.deepEqual(changed('task.completed', 'T8', status('todo', 'complete')), ['top', 'E1', 'S1'])
    assert.deepEqual(changed('task.updated', 'T8', status('complete', 'todo')), ['top', 'E1', 'S1'])
  })

  it('refetches every level that a moved task can be in', () => {
    const moved = { changes: { storyId: { from: 'S2', to: 'S1' } } }
    assert.deepEqual(changed('task.updated', 'T7', moved), ['top', 'E1', 'S1'])
  })

  it('refetches the levels with groups after an epic or a story changed, and none for other items', () => {
    assert.deepEqual(changed('epic.created', 'E3'), ['top'])
    assert.deepEqual(changed('story.created', 'S3'), ['top', 'E1'])
    assert.deepEqual(changed('comment.created', 'C1'), [])
    assert.deepEqual(changed('project.updated', 'P1'), ['top', 'E1', 'S1'])
  })
})
