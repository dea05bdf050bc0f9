import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, startOwnServer } from '../../../test/harness.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../test/with-mail.ts'
import { sql } from '../../database/sql.ts'

describe('test emails', () => {
  let server: ServerWithMail
  let admin: Person
  before(async () => {
    server = await startOwnWithMail()
    admin = await server.register('Admin')
  })
  after(() => server.stop())

  it('returns the exact response of the email server, and sends in the color of the instance', async () => {
    await admin.call('admin.updateSetting', { key: 'instance.name', value: 'Relay' })
    await admin.call('admin.updateSetting', { key: 'instance.color', value: '#8b1e3f' })
    const trial = await admin.call('admin.testEmail', { to: 'ops@example.com' })
    assert.equal(trial.sent, true)
    assert.match(trial.response, /^250 /)
    assert.equal(trial.server, new URL(server.environment.SMTP_URL!).host)
    const mail = await server.mails.next('ops@example.com')
    assert.equal(mail.subject, 'Test email from Relay')
    assert.equal((await admin.call('admin.testEmail', {})).to, admin.email)
  })

  it('returns the exact error of the email server', async () => {
    server.mails.rejectNext(552)
    const { sent, response } = await admin.call('admin.testEmail', { to: 'full@example.com' })
    assert.equal(sent, false)
    assert.match(response, /^552 /)
    const rows = await server.app.database.run<{ data: unknown }>(
      sql`select data from journal where type = 'setting.tested' order by seq desc limit 1`,
    )
    assert.deepEqual(rows, [{ data: { to: 'full@example.com', sent: false } }])
  })

  it('rejects members', async () => {
    const { person: member } = await server.newcomer('Member')
    await assert.rejects(member.call('admin.testEmail', {}), { code: 'administrators_only' })
  })

  it('names the error of an unreachable server, and the outbox without a server', async () => {
    const unreachable = await startOwnServer(undefined, { SMTP_URL: 'smtp://127.0.0.1:1' })
    const outbox = await startOwnServer()
    try {
      const [one, two] = [await unreachable.register('One'), await outbox.register('Two')]
      const failed = await one.call('admin.testEmail', {})
      assert.equal(failed.sent, false)
      assert.match(failed.response, /ECONNREFUSED 127\.0\.0\.1:1/)
      const saved = await two.call('admin.testEmail', {})
      assert.deepEqual([saved.sent, saved.server], [true, null])
      assert.match(saved.response, /outbox/)
    } finally {
      await unreachable.stop()
      await outbox.stop()
    }
  })
})
