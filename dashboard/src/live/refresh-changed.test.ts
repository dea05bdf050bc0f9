import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type EventType, events } from '../../../server/database/events.ts'
import { keysOf, kindOf } from './refresh-changed.ts'

const dashboard = path.join(import.meta.dirname, '..')
const types = Object.keys(events) as EventType[]

/** Queries that no event affects, with the reason. */
const lasting: Record<string, string> = {
  'sign-in-options': 'Sign-in methods are configuration.',
  'totp-setup': 'Shown once, until a code confirms it.',
  'linked-invitation': 'Shown before the user joins the organization.',
  'mcp-sign-in': 'A request is answered once, by the user who opens it.',
  'public-project': 'Visitors receive no live events.',
  'public-agent': 'Visitors receive no live events.',
  'public-note': 'Visitors receive no live events.',
  'public-skill': 'Visitors receive no live events.',
  docs: 'The handbook changes with the version.',
  doc: 'The handbook changes with the version.',
  search: 'Results stay in place while the user reads them.',
  answer: 'An answer is given once.',
  'tasks-found': 'Searched again with each letter.',
  'team-analytics': 'Refetched every minute, because every event affects it.',
  activity: 'Updates on request: see activity-news.',
  people: 'Used by the component gallery.',
}

describe('the queries that an event invalidates', () => {
  it('covers every kind of event', () => {
    const missing = types.filter((type) => keysOf[kindOf(type)] === undefined)
    assert.deepEqual(missing, [])
  })

  it('lists no kind without events', () => {
    const kinds = new Set(types.map(kindOf))
    assert.deepEqual(
      Object.keys(keysOf).filter((kind) => !kinds.has(kind as never)),
      [],
    )
  })

  it('refetches every query after some event, or lists it as unaffected', () => {
    const refreshed = new Set(Object.values(keysOf).flatMap((keys) => keys().map(([name]) => name)))
    // Every event is in the feed, and deleted items are in the trash.
    for (const name of ['activity-news', 'trash']) refreshed.add(name)
    const dead = namesRead().filter((name) => !refreshed.has(name) && !(name in lasting))
    assert.deepEqual(dead, [])
  })

  it('invalidates only queries that exist', () => {
    const read = new Set(namesRead())
    const refreshed = new Set(Object.values(keysOf).flatMap((keys) => keys().map(([name]) => name as string)))
    assert.deepEqual(
      [...refreshed].filter((name) => !read.has(name)),
      [],
    )
  })
})

/** Returns the first word of every query key. */
function namesRead(): string[] {
  const files = fs.readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const texts = sources.map((file) => fs.readFileSync(path.join(dashboard, file), 'utf8'))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?:queryKey: |pagesQuery\(\s*)\[\s*'([\w-]+)'/g)].map(([, name]) => name!),
  )
  return [...new Set(names)]
}
