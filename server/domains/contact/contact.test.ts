import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person } from '../../../test/harness.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../test/with-mail.ts'
import { withinOneHour } from '../../../test/within-one-window.ts'
import { sql } from '../../database/sql.ts'

const message = { name: 'Ada', email: 'ada@example.com', subject: 'Pricing', message: 'How much?\n\nThanks.' }

describe('the contact form', () => {
  let server: ServerWithMail
  let admin: Person
  before(async () => {
    server = await startOwnWithMail(undefined, { TRUSTED_PROXIES: '127.0.0.1' })
    admin = await server.register('Admin')
    await admin.call('admin.updateSetting', { key: 'features.contact', value: true })
    await admin.call('admin.updateSetting', { key: 'instance.support_email', value: 'help@example.com' })
  })
  after(() => server.stop())

  const forget = () => server.app.database.run(sql`delete from rate_limits`)
  const post = (body: object, network = '192.0.2.1') =>
    fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': network },
      body: JSON.stringify(body),
    })

  it('stores a message, emails the support address, and lets an administrator close it', async () => {
    await server.anonymous('contact.send', message)
    const mail = await server.mails.next('help@example.com')
    assert.equal(mail.subject, 'Contact form: Pricing')
    assert.match(mail.text, /Ada \(ada@example\.com\)[^]*How much\?\n\nThanks\./)
    const { items, open } = await admin.call('contact.list', { query: 'PRIC', status: 'open' })
    assert.equal(open, 1)
    const { id } = items[0]!
    const done = await admin.call('contact.update', { contact: id, status: 'done' })
    assert.deepEqual([done.status, done.doneBy?.name], ['done', 'Admin'])
    assert.deepEqual((await admin.call('contact.list', { status: 'open' })).items, [])
    await admin.call('contact.delete', { contact: id })
    assert.deepEqual((await admin.call('contact.list', {})).items, [])
    await assert.rejects(admin.call('contact.delete', { contact: id }), { code: 'not_found' })
    await forget()
  })

  it('rejects line breaks in the fields of email headers', async () => {
    const evil = 'Hello\r\nBcc: everyone@example.com'
    for (const field of ['subject', 'name'])
      assert.equal((await post({ ...message, [field]: evil })).status, 400, field)
    for (const email of ['a@example.com\r\nBcc: b@example.com', 'a@example.com,b@example.com'])
      assert.equal((await post({ ...message, email })).status, 400)
    await forget()
    await server.anonymous('contact.send', { ...message, message: 'Hi\r\n.\r\nRCPT TO:<x@example.com>' })
    const { raw } = await server.mails.next('help@example.com')
    assert.doesNotMatch(raw.split('\r\n\r\n')[0]!, /^(bcc|rcpt)/im)
    await forget()
  })

  it('drops messages with a filled honeypot without an error', async () => {
    const count = async () => (await admin.call('contact.list', {})).items.length
    const before = await count()
    assert.equal((await post({ ...message, website: 'https://spam.example' })).status, 200)
    assert.equal(await count(), before)
    await forget()
  })

  it('stops a flood from one network and from many networks', () =>
    withinOneHour(async () => {
      await forget()
      await server.app.database.run(sql`delete from contact_messages`)
      const flood = await Promise.all(Array.from({ length: 40 }, () => post(message)))
      assert.equal(flood.filter(({ status }) => status === 200).length, 5)
      assert.ok(flood.every(({ status }) => status === 200 || status === 429))
      for (let at = 0; at < 10; at++)
        await Promise.all(
          Array.from({ length: 25 }, (_, network) => post(message, `198.51.${at}.${network}`)),
        )
      const [stored] = await server.app.database.run<{ count: number }>(
        sql`select count(*)::int as count from contact_messages`,
      )
      assert.ok(stored!.count <= 200, String(stored!.count))
      await forget()
    }))

  it('rejects messages while the form is off, and members who read them', async () => {
    const { person: member } = await server.newcomer('Member')
    await assert.rejects(member.call('contact.list', {}), { code: 'administrators_only' })
    await admin.call('admin.updateSetting', { key: 'features.contact', value: false })
    await assert.rejects(server.anonymous('contact.send', message), { status: 403, code: 'contact_off' })
  })
})
