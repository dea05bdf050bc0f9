import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person } from '../../../test/harness.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../test/with-mail.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { sendBatch, sendDueAnnouncements } from './send-announcements.ts'

describe('announcements of administrators', () => {
  let server: ServerWithMail
  let admin: Person
  let ada: Person
  let grace: Person
  before(async () => {
    server = await startOwnWithMail(undefined, {}, 'built-in', {
      jobs: { retryDelay: 0, polling: 0.5, waits: false },
    })
    admin = await server.verified('Admin')
    await server.app.database.run(sql`update users set role = 'admin' where id = ${admin.user.id}`)
    ada = await server.verified('Ada')
    grace = await addMember(server, ada, 'member')
  })
  after(() => server.stop())

  const send = (input: object) =>
    admin.call('announcements.send', { to: 'all', title: 'Maintenance', ...input } as never)
  const announcementsOf = async (person: Person) =>
    (await person.call('notifications.list', { kind: 'announcement' })).items
  const clear = () => server.app.database.run(sql`delete from notifications`)

  it('counts and previews without sending', async () => {
    const dry = await send({ body: 'On Sunday.\n\nAt noon.', email: true, dryRun: true })
    assert.deepEqual([dry.recipients, dry.announcement], [3, null])
    assert.equal(dry.emails, 2, 'Grace has no verified address')
    assert.match(dry.preview.emailSubject!, /^Maintenance on /)
    assert.match(dry.preview.emailText!, /On Sunday\.\n\nAt noon\./)
    assert.deepEqual(await announcementsOf(ada), [])
    const { items } = await admin.call('announcements.list', {})
    assert.deepEqual(items, [])
  })

  it('notifies everyone in the app and by email, and counts readers', async () => {
    const { announcement } = await send({ body: 'On Sunday.\n\nAt noon.', email: true })
    await sendDueAnnouncements(server.app)
    for (const person of [admin, ada, grace]) {
      const [received, ...more] = await announcementsOf(person)
      assert.deepEqual(
        [received!.title, received!.body, more.length],
        ['Maintenance', 'On Sunday.\n\nAt noon.', 0],
      )
    }
    const mail = await server.mails.next(ada.email)
    assert.match(mail.subject, /^Maintenance on /)
    assert.match(mail.text, /On Sunday\.\n\nAt noon\./)
    const [received] = await announcementsOf(ada)
    await ada.call('notifications.read', { notification: received!.id })
    const { items } = await admin.call('announcements.list', {})
    assert.deepEqual(
      [items[0]!.id, items[0]!.status, items[0]!.recipients, items[0]!.read],
      [announcement!.id, 'sent', 3, 1],
    )
    await assert.rejects(admin.call('announcements.cancel', { announcement: announcement!.id }), {
      code: 'already_sent',
    })
    await clear()
  })

  it('notifies only an organization or some people, and no suspended account', async () => {
    await admin.call('admin.suspendUser', { user: grace.user.id })
    await send({ to: 'organization', organization: ada.organization.slug })
    await send({ to: 'people', people: [ada.user.username, admin.email.toUpperCase()], title: 'Hello' })
    await sendDueAnnouncements(server.app)
    await admin.call('admin.unsuspendUser', { user: grace.user.id })
    const titles = async (person: Person) =>
      (await announcementsOf(person)).map(({ title }) => title).toSorted()
    assert.deepEqual(await titles(ada), ['Hello', 'Maintenance'])
    assert.deepEqual(await titles(admin), ['Hello'])
    assert.deepEqual(await titles(grace), [])
    await assert.rejects(send({ to: 'people', people: ['no-one'] }), { code: 'not_found' })
    await assert.rejects(send({ to: 'team' }), { code: 'invalid_input' })
    await assert.rejects(send({ inApp: false }), { code: 'invalid_input' })
    await clear()
  })

  it('respects the choices of people', async () => {
    await ada.call('notifications.updatePreferences', { kinds: [{ kind: 'announcement', mail: 'never' }] })
    const dry = await send({ email: true, dryRun: true, to: 'people', people: [ada.email, admin.email] })
    assert.deepEqual([dry.recipients, dry.emails], [2, 1])
    await send({ email: true, inApp: false, to: 'people', people: [ada.email] })
    await sendDueAnnouncements(server.app)
    const rows = await server.app.database.run(
      sql`select 1 from notifications where user_id = ${ada.user.id} and kind = 'announcement'`,
    )
    assert.deepEqual(rows, [])
  })

  it('sends a scheduled announcement at its time, unless it is cancelled', async () => {
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const [kept, cancelled] = [
      await send({ sendAt, title: 'Kept' }),
      await send({ sendAt, title: 'Cancelled' }),
    ]
    await sendDueAnnouncements(server.app)
    assert.deepEqual(await announcementsOf(ada), [])
    const { status } = await admin.call('announcements.cancel', { announcement: cancelled.announcement!.id })
    assert.equal(status, 'cancelled')
    await server.app.database.run(sql`update announcements set send_at = now() where status <> 'sent'`)
    await sendDueAnnouncements(server.app)
    assert.deepEqual(
      (await announcementsOf(ada)).map(({ title }) => title),
      ['Kept'],
    )
    const { items } = await admin.call('announcements.list', { status: 'cancelled' })
    assert.deepEqual(
      items.map(({ title }) => title),
      ['Cancelled'],
    )
    assert.ok(kept.announcement)
    await clear()
  })

  it('notifies each person once after a crash, and with concurrent senders', async () => {
    await server.app.database.run(
      sql`insert into announcements (id, title, body, audience, in_app, email, send_at, created_by)
        values (gen_random_uuid(), 'Once', '', 'all', true, false, now(), '{"kind": "system", "id": null, "name": "Baton"}')`,
    )
    const [{ id }] = (await server.app.database.run<{ id: string }>(
      sql`select id from announcements where title = 'Once'`,
    )) as [{ id: string }]
    const crashing = {
      ...server.app,
      jobs: { ...server.app.jobs, enqueue: () => Promise.reject(new Error('crash')) },
    }
    await server.app.database.run(sql`update announcements set email = true where id = ${id}`)
    await assert.rejects(sendBatch(crashing, id, 2), /crash/)
    await server.app.database.run(sql`update announcements set email = false where id = ${id}`)
    assert.deepEqual(await announcementsOf(ada), [], 'the batch is rolled back')
    await Promise.all(Array.from({ length: 6 }, () => sendBatch(server.app, id, 2)))
    await sendDueAnnouncements(server.app)
    const rows = await server.app.database.run<{ count: number }>(
      sql`select user_id, sum(count)::int as count from notifications where subject_id = ${id} group by user_id`,
    )
    assert.deepEqual(
      rows.map(({ count }) => count),
      [1, 1, 1],
    )
    await clear()
  })

  it('sends no notifications of a kind that is off, and seeds only missing kinds', async () => {
    await admin.call('announcements.updateKind', { kind: 'announcement', enabled: false })
    await send({ title: 'Off' })
    await sendDueAnnouncements(server.app)
    assert.deepEqual(await announcementsOf(ada), [])
    await assert.rejects(admin.call('announcements.updateKind', { kind: 'security', enabled: false }), {
      code: 'invalid_input',
    })
    await server.app.database.run(sql`delete from notification_kinds where kind = 'mentioned'`)
    const { added } = await admin.call('announcements.seedKinds', {})
    assert.deepEqual(added, ['mentioned'])
    const { items } = await admin.call('announcements.listKinds', {})
    assert.deepEqual(
      items.filter(({ enabled }) => !enabled).map(({ kind }) => kind),
      ['announcement'],
    )
  })

  it('rejects members', async () => {
    await assert.rejects(ada.call('announcements.send', { to: 'all', title: 'Spam' }), {
      code: 'administrators_only',
    })
    await assert.rejects(ada.call('announcements.list', {}), { code: 'administrators_only' })
  })
})
