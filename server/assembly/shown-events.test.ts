import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from './registry.ts'
import { kindsByDomain, readsByEvent } from './shown-events.ts'

describe('reads by event', () => {
  const reads = readsByEvent(operations)

  it('lists a read under the events of its domain by default', () => {
    assert.ok(reads.preferences?.includes('preferences.get'))
    assert.ok(reads.device?.includes('devices.list'))
  })

  it('lists a read under the events that it declares', () => {
    assert.ok(reads.task?.includes('projects.tree'))
    assert.ok(reads['*.deleted']?.includes('trash.list'))
  })

  it('omits the events of the domain if a read declares others', () => {
    assert.ok(!reads.note?.includes('notes.getRevision'))
  })

  it('omits writes', () => {
    assert.ok(!reads.task?.includes('tasks.update'))
  })
})

describe('kinds by domain', () => {
  const kinds = kindsByDomain(operations)

  it('returns the kinds of the events of a domain', () => {
    assert.deepEqual(kinds.tasks, ['task'])
    assert.deepEqual(kinds.credentials, ['api_key', 'mcp_token'])
  })

  it('returns the kinds that the reads show for a domain without events', () => {
    assert.deepEqual(kinds.logins, ['login'])
    assert.deepEqual(kinds.dependencies, ['task'])
  })
})
