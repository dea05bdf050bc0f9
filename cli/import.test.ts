import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, startTestServer } from '../test/harness.ts'
import { openShell } from './test-shell.ts'

describe('baton export and baton import', () => {
  const shell = openShell()
  const file = path.join(shell.home, 'export.json')
  let server: TestServer
  let ada: Person
  let ben: Person
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
    ben = await server.register('Ben')
  })
  after(async () => {
    await server.stop()
    shell.close()
  })

  it('move the items to another organization, and create none twice', async () => {
    await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    const epic = await ada.call('epics.create', { project: 'web', title: 'Accounts' })
    const story = await ada.call('stories.create', { project: 'web', epic: epic.key, title: 'Sign in' })
    await ada.call('tasks.create', { project: 'web', title: 'Fix it', story: story.key })
    const as = ({ token }: Person) => ({ BATON_URL: server.url, BATON_TOKEN: token })
    assert.match(
      await shell.done(['export', '--output', file], as(ada)),
      /Saved .*export\.json \(\d+ bytes\)/,
    )
    assert.deepEqual(
      fs.readdirSync(shell.home).filter((name) => name.endsWith('.part')),
      [],
    )
    assert.match(
      await shell.done(['import', file], as(ben)),
      /^Created [1-9]\d*, already here \d+, rejected 0\.\n$/,
    )
    const { items } = await ben.call('tasks.list', { project: 'web' })
    assert.deepEqual([items[0]!.title, items[0]!.story?.title], ['Fix it', 'Sign in'])
    const again: unknown = JSON.parse(await shell.done(['import', file, '--json'], as(ben)))
    assert.deepEqual((again as { created: number }).created, 0)
    const missing = await shell.baton(['import', 'nowhere.json'], as(ben))
    assert.deepEqual([missing.code, /doesn't exist/.test(missing.err)], [2, true])
  })
})
