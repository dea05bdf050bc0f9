import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type EventType, events } from '../../../server/database/events.ts'
import { keysOf, kindOf } from './refresh-changed.ts'

const dashboard = path.join(import.meta.dirname, '..')
const types = Object.keys(events) as EventType[]

/** What is read once, and why no event makes it another. */
const lasting: Record<string, string> = {
  'sign-in-options': 'How one signs in is part of the configuration.',
  'totp-setup': 'Is shown once, until a code confirms it.',
  'linked-invitation': 'Is seen before one is in the organization.',
  'mcp-sign-in': 'A request is answered once, by whoever looks at it.',
  'public-project': 'Is read by strangers, who follow nothing.',
  'public-agent': 'Is read by strangers, who follow nothing.',
  'public-note': 'Is read by strangers, who follow nothing.',
  'public-skill': 'Is read by strangers, who follow nothing.',
  docs: 'The handbook changes with the version.',
  doc: 'The handbook changes with the version.',
  search: 'What was found stays in its place under the eyes of its reader.',
  answer: 'An answer is given once.',
  'tasks-found': 'Is found anew with each letter.',
  'team-analytics': 'Is read again each minute: every change counts in it.',
  activity: 'Waits for its reader: see activity-news.',
  people: 'Belongs to the page of the parts.',
}

describe('what a page reads again when something happens', () => {
  it('every kind of event says what shows it', () => {
    const missing = types.filter((type) => keysOf[kindOf(type)] === undefined)
    assert.deepEqual(missing, [])
  })

  it('no kind is listed that nothing happens to', () => {
    const kinds = new Set(types.map(kindOf))
    assert.deepEqual(
      Object.keys(keysOf).filter((kind) => !kinds.has(kind as never)),
      [],
    )
  })

  it('everything that a page reads is read again after some event, or is known to last', () => {
    const refreshed = new Set(Object.values(keysOf).flatMap((keys) => keys().map(([name]) => name)))
    // Whatever happens is in the feed, and what is deleted is in the trash.
    for (const name of ['activity-news', 'trash']) refreshed.add(name)
    const dead = namesRead().filter((name) => !refreshed.has(name) && !(name in lasting))
    assert.deepEqual(dead, [])
  })

  it('everything that is read again is read somewhere', () => {
    const read = new Set(namesRead())
    const refreshed = new Set(Object.values(keysOf).flatMap((keys) => keys().map(([name]) => name as string)))
    assert.deepEqual(
      [...refreshed].filter((name) => !read.has(name)),
      [],
    )
  })
})

/** The first word of the key of every query there is. */
function namesRead(): string[] {
  const files = fs.readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const texts = sources.map((file) => fs.readFileSync(path.join(dashboard, file), 'utf8'))
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?:queryKey: |pagesQuery\(\s*)\[\s*'([\w-]+)'/g)].map(([, name]) => name!),
  )
  return [...new Set(names)]
}
