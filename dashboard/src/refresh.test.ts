import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import events from '../../contract/events.json' with { type: 'json' }
import readsByEvent from '../../contract/reads.json' with { type: 'json' }

const types = Object.keys(events)
const kindOf = (type: string) => type.split('.')[0]!
const actionOf = (type: string) => type.split('.')[1]!

/** Kinds of events that change no read, with the reason. */
const shownNowhere: Record<string, string> = {
  code: 'A view of a code is only in the journal.',
  message: 'Its notification is shown, which has its own event.',
  password_link: 'A link is shown once, on the server.',
  sitemap: 'The dashboard shows no sitemap.',
}

/** Reads of the dashboard that no event changes, with the reason. */
const lasting: Record<string, string> = {
  'docs.get': 'The handbook changes with the version.',
  'docs.list': 'The handbook changes with the version.',
  'images.get': 'Each new image has another URL.',
  'invitations.look': 'The user is not in the organization yet.',
  'mcpSignIn.get': 'A request is answered once.',
  'notes.compare': 'Revisions never change.',
  'notes.getRevision': 'Revisions never change.',
  'pages.compare': 'Revisions never change.',
  'pages.getRevision': 'Revisions never change.',
  'posts.compare': 'Revisions never change.',
  'posts.getRevision': 'Revisions never change.',
  'publicProjects.get': 'Visitors without an account receive no live events.',
  'publicSettings.get': 'Visitors without an account receive no live events.',
  'search.ask': 'An answer costs tokens.',
  'search.find': 'Results stay in place while the user reads them.',
  'search.suggest': 'Each letter starts a new search.',
  'secondFactor.beginTotp': 'The secret is shown until a code confirms it.',
  'skills.compare': 'Revisions never change.',
  'specs.compare': 'Revisions never change.',
}

describe('reads by event', () => {
  it('refetches a read after every kind of event', () => {
    const missing = types.map(kindOf).filter((kind) => !(kind in readsByEvent) && !(kind in shownNowhere))
    assert.deepEqual(missing, [])
  })

  it('lists no pattern that matches no event', () => {
    const patterns = new Set(['*', ...types.map(kindOf), ...types.map((type) => `*.${actionOf(type)}`)])
    assert.deepEqual(
      Object.keys(readsByEvent).filter((pattern) => !patterns.has(pattern)),
      [],
    )
  })

  it('refetches every read of the dashboard after some event, unless it never changes', () => {
    const refetched = new Set(Object.values(readsByEvent).flat())
    const used = readsOfDashboard()
    assert.ok(used.length > 50)
    assert.deepEqual(
      used.filter((id) => !refetched.has(id) && !(id in lasting)),
      [],
    )
    assert.deepEqual(
      Object.keys(lasting).filter((id) => refetched.has(id) || !used.includes(id)),
      [],
    )
  })
})

/** Returns the operations that pages read. */
function readsOfDashboard(): string[] {
  const files = fs.readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const texts = sources.map((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  const reading = /\b(?:read|readPages|readAll|readKey|useRead)\(\s*'([\w.]+)'/g
  return [...new Set(texts.flatMap((text) => [...text.matchAll(reading)].map(([, id]) => id!)))]
}
