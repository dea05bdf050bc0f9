import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../server/assembly/client.ts'
import type { Acknowledged } from './writers.ts'

/** Checks promise 1: every acknowledged task exists, and tasks and journal agree. */
export async function assertNothingLost(call: Client, acknowledged: Acknowledged[]): Promise<void> {
  const { tasks, events } = await readSettled(call)
  const keyOf = new Map(tasks.map(({ id, key }) => [id, key]))
  const lost = acknowledged.filter(({ id, key }) => keyOf.get(id) !== key)
  assert.deepEqual(lost, [], 'every acknowledged task exists')
  assert.equal(keyOf.size, tasks.length, 'every task is listed once')
  assert.equal(new Set(keyOf.values()).size, tasks.length, 'no task number was used twice')
  assert.equal(new Set(events).size, events.length, 'every creation is in the journal once')
  const inJournal = new Set(events)
  assert.deepEqual(
    tasks.filter(({ id }) => !inJournal.has(id)),
    [],
    'no task without its journal row',
  )
  assert.deepEqual(
    events.filter((id) => !keyOf.has(id)),
    [],
    'no journal row without its task',
  )
}

/**
 * Reads tasks and events until their counts agree, or gives up after a minute. PostgreSQL may still be ending a
 * transaction of a killed client, and its commit can fall between the two reads.
 */
async function readSettled(call: Client) {
  for (let attempt = 1; ; attempt++) {
    const tasks = await allTasks(call)
    const events = await createdTasks(call)
    if (tasks.length === events.length || attempt === 600) return { tasks, events }
    await pause(100)
  }
}

async function allTasks(call: Client) {
  const tasks = []
  let cursor: string | null | undefined
  do {
    const page = await call('tasks.list', { limit: 200, ...(cursor && { cursor }) })
    tasks.push(...page.items)
    cursor = page.nextCursor
  } while (cursor)
  return tasks
}

async function createdTasks(call: Client): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await call('activity.listEvents', { limit: 500, ...(cursor && { cursor }) })
    ids.push(...page.items.filter(({ type }) => type === 'task.created').map(({ subject }) => subject.id))
    if (!page.more) return ids
    cursor = page.nextCursor
  }
}
