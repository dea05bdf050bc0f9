import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  oneEngine,
  settled,
  startTestServer,
  withoutPostgres,
} from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { queriesDuring } from '../../../test/watched-queries.ts'
import { appendJournal, journalStart } from '../../database/journal.ts'
import { queriesOn } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'
import { system } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'
import { scanJournal } from './scan-journal.ts'
import { TestDevice } from './test-device.ts'

for (const engine of oneEngine) {
  describe(`the cursor and position of a device, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let open: { id: string; slug: string }
    let hidden: { id: string; slug: string }
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      open = await ada.call('projects.create', { name: 'Open' })
      hidden = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
    })
    after(() => server.stop())

    it('rejects cursors of other devices and data, and revoked devices', async () => {
      const device = await TestDevice.register(ada)
      await device.pull()
      const other = await TestDevice.register(ada)
      await assert.rejects(other.pullPage(10, device.cursor), { status: 400, code: 'invalid_cursor' })
      for (const cursor of ['x', Buffer.from('{}').toString('base64url')])
        await assert.rejects(device.pullPage(10, cursor), { code: 'invalid_cursor' })
      const foreign = new TestDevice(grace)
      foreign.id = device.id
      await assert.rejects(foreign.pullPage(10), { status: 404, code: 'not_found' })

      const stored = JSON.parse(Buffer.from(device.cursor!, 'base64url').toString()) as { journal: string }
      const journal = Buffer.from(stored.journal, 'base64url').toString()
      const changed = (change: object) =>
        Buffer.from(JSON.stringify({ ...stored, ...change })).toString('base64url')
      const beforeRestore = Buffer.from(`00000000${journal.slice(8)}`).toString('base64url')
      const expired = { status: 410, code: 'cursor_expired' }
      await assert.rejects(device.pullPage(10, changed({ journal: beforeRestore })), expired)
      await assert.rejects(device.pullPage(10, changed({ view: newId() })), expired)
      await device.expectComplete()

      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const inSandbox = clientFor(server.url, test.value)('sync.pull', { device: device.id })
      await assert.rejects(inSandbox, { code: 'sandbox_only' })
      await ada.call('devices.remove', { device: device.id })
      await assert.rejects(device.pullPage(10), { status: 401, code: 'device_revoked' })
    })

    it('shows each device with its last pull and how far it is behind', async () => {
      const person = await addMember(server, ada, 'guest')
      const device = await TestDevice.register(person)
      const status = async () => (await person.call('sync.getStatus', {})).devices[0]!
      assert.deepEqual([(await status()).lastPullAt, (await status()).lastPushAt], [null, null])
      await ada.call('projects.share', { project: open.slug, user: person.user.username })
      await device.pull()
      assert.deepEqual((await status()).behind, { changes: 0, atLeast: false, since: null })
      assert.ok((await status()).lastPullAt)
      await ada.call('tasks.create', { project: open.slug, title: 'Behind' })
      await ada.call('tasks.create', { project: hidden.slug, title: 'Not visible' })
      const { changes, atLeast, since } = (await status()).behind
      assert.deepEqual([changes, atLeast, typeof since], [1, false, 'string'])
    })

    it('reads the journal along its index, and stops after many events that concern no item', async () => {
      const person = await server.register('Many')
      const device = await TestDevice.register(person)
      await device.pull()
      const organizationId = person.organization.id
      await server.app.database.run(
        sql`insert into journal (id, organization_id, actor, type, subject_kind, subject_id)
          select gen_random_uuid(), ${organizationId}, '{}', 'webhook.updated', 'webhook', gen_random_uuid()
            from generate_series(1, 7000)`,
      )
      const note = await person.call('notes.create', { title: 'After many', content: 'Text.' })
      const first = await device.pullPage(10)
      assert.deepEqual([first.changes, first.hasMore], [[], true])
      await device.expectComplete()
      assert.deepEqual(device.has(note.id), [true])
      const { database, syncKinds } = server.app
      const queries = await queriesDuring(database, () =>
        scanJournal(database, syncKinds, organizationId, journalStart, 10),
      )
      const plan = await database.run(sql`explain ${queries[0]!}`)
      assert.match(JSON.stringify(plan), /journal_of_organization/)
    })
  })
}

describe('sync pull during open transactions', { skip: withoutPostgres }, () => {
  it('sends a change that commits after a pull, though it started earlier', async () => {
    const server = await startTestServer('pgsql')
    const ada = await server.register('Ada')
    const device = await TestDevice.register(ada)
    const note = await ada.call('notes.create', { title: 'Before', content: 'Text.' })
    await device.expectComplete()
    const early = await server.app.database.connect()
    await early.query('begin')
    const queries = queriesOn(early)
    await queries.run(sql`update notes set title = 'After', version = version + 1 where id = ${note.id}`)
    const subject = { kind: 'note', id: note.id, key: 'After' }
    const entry = { type: 'note.updated', subject, organizationId: ada.organization.id } as const
    await appendJournal(queries, system, null, [{ ...entry, privateTo: ada.user.id }])
    const late = await ada.call('notes.create', { title: 'Late', content: 'Text.' })
    const client = clientFor(server.url, ada.token)
    const during = await client('sync.pull', { device: device.id, cursor: device.cursor! })
    assert.deepEqual(during.changes, [], 'the late change waits for the early one')
    await early.query('commit')
    early.release()
    await settled(server.app.database)
    const changes = await device.expectComplete()
    assert.deepEqual(
      changes.map((change) => 'id' in change && change.id),
      [note.id, late.id],
    )
    await server.stop()
  })
})
