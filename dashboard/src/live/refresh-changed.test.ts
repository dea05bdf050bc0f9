import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MutationObserver, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ActivityEvent } from '../client.ts'
import { readKey } from '../read-key.ts'
import { refreshChanged } from './refresh-changed.ts'

const web = { id: 'id of web', slug: 'web' }
const api = { id: 'id of api', slug: 'api' }
const webTasks = readKey('tasks.list', { project: 'web', limit: 200 }, { shape: 'pages' })
const apiTasks = readKey('tasks.list', { project: 'api', limit: 200 }, { shape: 'pages' })
const task = readKey('tasks.get', { task: 'WEB-1' })
const trash = readKey('trash.list', { limit: 100 }, { shape: 'pages' })
const feed = readKey('activity.list', { limit: 50 }, { shape: 'pages' })
const latest = readKey('activity.list', { limit: 50 })
const members = readKey('members.list', { limit: 200 }, { shape: 'all' })
const me = readKey('accounts.getMe')

describe('reads that are stale after live events', () => {
  it('marks the reads that show the kind of the event', () => {
    assert.deepEqual(staleAfter(event('task.updated')), [webTasks, apiTasks, task, latest])
    assert.deepEqual(staleAfter(event('member.joined')), [latest, members, me])
  })

  it('keeps the reads of another project', () => {
    assert.deepEqual(staleAfter(event('task.updated', { project: web.id })), [webTasks, task, latest])
  })

  it('marks the reads of all projects after an event of an unknown project', () => {
    const unknown = event('task.updated', { project: 'id of another' })
    assert.deepEqual(staleAfter(unknown), [webTasks, apiTasks, task, latest])
  })

  it('marks the reads of both projects after an item has moved', () => {
    const data = { changes: { projectId: { from: api.id, to: web.id } } }
    const moved = event('task.updated', { project: web.id, data })
    assert.deepEqual(staleAfter(moved), [webTasks, apiTasks, task, latest])
  })

  it('marks the trash only after an item was deleted, restored or purged', () => {
    const deleted = event('task.deleted', { project: web.id })
    assert.deepEqual(staleAfter(deleted), [webTasks, task, trash, latest])
  })

  it('marks everything after a change of the own role', () => {
    const changed = event('member.updated', { subject: { kind: 'member', id: 'me', key: null, version: 2 } })
    assert.deepEqual(staleAfter(changed).length, 9)
  })

  it('keeps the reads that a change in progress refetches itself', () => {
    const cache = cacheWithReads()
    const mutationKey = ['change', { types: ['task'], project: ['web'] }]
    void new MutationObserver(cache, { mutationKey, mutationFn: () => new Promise(() => {}) }).mutate()
    refreshChanged(cache, [event('task.updated')])
    assert.deepEqual(staleIn(cache), [apiTasks])
  })
})

function event(type: string, set: Partial<ActivityEvent> = {}): ActivityEvent {
  const subject = { kind: type.split('.')[0]!, id: 'subject', key: null, version: 1 }
  return { type, project: null, subject, data: {}, ...set } as ActivityEvent
}

function cacheWithReads(): QueryClient {
  const cache = new QueryClient()
  cache.setQueryData(readKey('projects.list', {}, { shape: 'all' }), [api])
  cache.setQueryData(readKey('projects.get', { project: 'web' }), web)
  for (const queryKey of [webTasks, apiTasks, task, trash, latest, members]) cache.setQueryData(queryKey, {})
  cache.setQueryData(me, { user: { id: 'me' } })
  // The feed is refetched when the user asks for it.
  void cache.prefetchQuery({ queryKey: feed, queryFn: () => ({}), meta: { live: false } })
  return cache
}

function staleAfter(changed: ActivityEvent): QueryKey[] {
  const cache = cacheWithReads()
  refreshChanged(cache, [changed])
  return staleIn(cache)
}

function staleIn(cache: QueryClient): QueryKey[] {
  const stale = cache.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated })
  return stale.map(({ queryKey }) => queryKey).filter(([id]) => id !== 'projects.get')
}
