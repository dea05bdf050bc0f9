import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { z } from 'zod'
import {
  type TestServer,
  defaultEngine,
  engines,
  oneEngine,
  runTestServer,
  startOwnServer,
} from '../../test/harness.ts'
import { type TestMailServer, codeIn, startMailServer, watchOutbox } from '../../test/partners/mail.ts'
import { freePort } from '../../test/partners/postgres.ts'
import { recordLog } from '../../test/recorded-log.ts'
import { sql } from '../database/sql.ts'
import { anyone } from '../operations/access.ts'
import { type Caller, anonymous } from '../operations/caller.ts'
import { noCookies } from '../operations/context.ts'
import { reject } from '../errors/errors.ts'
import { operation } from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import { instanceName } from './wording.ts'
import { queueEmail } from './queue-email.ts'
import { signInCode } from './sign-in-emails.ts'

const code = '482915'
/** Content that no log may contain, although mail servers repeat it: address, subject, code. */
const confidential = /@example\.com|sign-in code|482915/

/** A write that sends an email, and then fails if `rejected` is set. */
const sendCode = operation({
  id: 'tests.sendCode',
  summary: 'Send a code.',
  access: anyone,
  input: z.object({ to: z.string(), subject: z.string().optional(), rejected: z.boolean().default(false) }),
  output: z.object({}),
}).run(async (ctx, { to, subject, rejected }) => {
  const content = signInCode({ instance: await instanceName(ctx.db), asked: ctx.request, code })
  await queueEmail(ctx, { to, ...content, ...(subject && { subject }) })
  if (rejected) reject('unavailable')
  return {}
})

type Input = z.input<typeof sendCode.input>

function send({ app }: TestServer, input: Input, caller: Caller = anonymous) {
  const request = { id: 'r', network: '203.0.113.7', userAgent: 'curl/8.5.0', cookies: noCookies }
  return perform(app, sendCode, caller, input, request)
}

const queued = ({ app }: TestServer) => app.database.run(sql`select id from pgboss.job where name = 'mail'`)

for (const engine of engines) {
  describe(`an email, on ${engine}`, () => {
    let mailServer: TestMailServer
    let server: TestServer
    const { log, line, text } = recordLog()
    before(async () => {
      mailServer = await startMailServer()
      const settings = { SMTP_URL: mailServer.url, APP_URL: 'https://baton.example.com' }
      // A server that sends no emails, and stops after the commit.
      const first = await startOwnServer(engine, {}, { jobs: false })
      await send(first, { to: 'grace@example.com' })
      await first.stop()
      server = await runTestServer({ ...first.environment, ...settings }, { log })
    })
    after(async () => {
      await server.stop()
      await mailServer.close()
    })

    it('arrives after the commit, as text and HTML', async () => {
      await send(server, { to: 'ada@example.com' })
      const mail = await mailServer.next('ada@example.com')
      assert.equal(mail.from, 'Baton <baton@baton.example.com>')
      assert.equal(mail.subject, 'Your sign-in code for Baton')
      assert.equal(codeIn(mail), code)
      assert.ok(mail.html.includes(`>${code}</p>`))
      assert.match(mail.raw, /^Auto-Submitted: auto-generated\r$/m)
      assert.match(mail.raw, /^Content-Type: multipart\/alternative;/m)
      assert.match(mail.raw, /^To: ada@example\.com\r$/m)
    })

    it('is not sent by a write that is rolled back', async () => {
      const waiting = await queued(server)
      await assert.rejects(send(server, { to: 'never@example.com', rejected: true }), { code: 'unavailable' })
      assert.deepEqual(await queued(server), waiting)
    })

    it('is sent by another server if the first one stops after the commit', async () => {
      assert.equal(codeIn(await mailServer.next('grace@example.com')), code)
    })

    it('is sent soon after the sending server was killed', async () => {
      const { app } = server
      const mail = { to: 'killed@example.com', subject: 'Again', text: 'Again', html: '<p>Again</p>' }
      await app.database.transaction(async (db) => {
        await app.jobs.enqueue('mail', mail, db)
        // Simulates a killed server: the job is active, but its heartbeat is old.
        await db.run(
          sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'
            where name = 'mail' and state = 'created'`,
        )
      })
      assert.equal((await mailServer.next('killed@example.com')).subject, 'Again')
    })

    // The database doesn't decide the outcome of the rest.
    if (!oneEngine.includes(engine)) return

    it('is retried after a temporary rejection', async () => {
      mailServer.rejectNext(451, 451)
      await send(server, { to: 'patient@example.com' })
      assert.equal(codeIn(await mailServer.next('patient@example.com')), code)
      const { reason } = await line('job failed and will be retried')
      assert.equal(reason, 'The mail server responded with 451 (EMESSAGE).')
      assert.doesNotMatch(text(), confidential)
    })

    it('is not retried after a permanent rejection', async () => {
      mailServer.rejectNext(550)
      await send(server, { to: 'unknown@example.com' })
      const { reason, tries } = await line('job failed permanently')
      assert.deepEqual([reason, tries], ['The mail server responded with 550 (EMESSAGE).', 1])
      assert.doesNotMatch(text(), confidential)
    })

    it('is rejected with its write if the input would add a recipient or a header', async () => {
      const attacks: Input[] = [
        { to: 'ada@example.com\r\nBcc: eve@example.com' },
        { to: 'ada@example.com,eve@example.com' },
        { to: 'Ada <ada@example.com>' },
        { to: 'ada@example.com', subject: 'Hello\r\nBcc: eve@example.com' },
      ]
      const waiting = await queued(server)
      for (const attack of attacks) await assert.rejects(send(server, attack), /The (subject of the )?email/)
      assert.deepEqual(await queued(server), waiting)
    })

    it('is not sent for a test credential', async () => {
      const waiting = await queued(server)
      const organization = { id: 'o', slug: 'o', name: 'O', role: 'owner' as const, sandbox: true }
      const caller: Caller = {
        kind: 'api_key',
        credentialId: 'k',
        credentialName: 'key',
        scopes: ['write'],
        organization,
        agent: null,
        dailyBudget: null,
        paused: null,
        impersonator: null,
        signedInAt: null,
        projectId: null,
        toolProfile: 'full',
        neverCalled: false,
        secondFactor: false,
        secondFactorMissing: null,
        user: { id: 'u', name: 'Ada', username: 'ada', email: 'ada@example.com', role: 'user' },
      }
      await send(server, { to: 'ada@example.com' }, caller)
      assert.deepEqual(await queued(server), waiting)
    })
  })
}

describe('an email without a mail server', () => {
  it('waits until an unreachable mail server is back', async () => {
    const port = await freePort()
    const { log, line } = recordLog()
    const server = await startOwnServer(defaultEngine, { SMTP_URL: `smtp://127.0.0.1:${port}` }, { log })
    await send(server, { to: 'ada@example.com' })
    assert.match(String((await line('job failed and will be retried')).reason), /can't be used/)
    const mailServer = await startMailServer(port)
    assert.equal(codeIn(await mailServer.next('ada@example.com')), code)
    await server.stop()
    await mailServer.close()
  })

  it('becomes a file in the outbox with mode 600, and the log names only that file', async () => {
    const { log, line, text } = recordLog()
    const server = await startOwnServer(
      defaultEngine,
      { MAIL_FROM: '"Acme, Inc." <post@acme.example>' },
      { log, jobs: true },
    )
    const folder = path.join(server.app.config.DATA_DIR, 'outbox')
    const outbox = await watchOutbox(server.app.config.DATA_DIR)
    await send(server, { to: 'ada@example.com' })
    const mail = await outbox.next('ada@example.com')
    const { file } = await line('SMTP_URL is not set, so the email was saved to the outbox')
    await outbox.close()
    await server.stop()
    assert.equal(codeIn(mail), code)
    assert.equal(mail.from, 'Acme, Inc. <post@acme.example>')
    assert.match(mail.raw, /\r\nSubject: Your sign-in code for Baton\r\n/)
    assert.deepEqual(fs.readdirSync(folder), [path.basename(String(file))])
    assert.match(String(file), /outbox\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f-]{36}\.eml$/)
    assert.equal(fs.statSync(String(file)).mode & 0o777, 0o600)
    assert.doesNotMatch(text(), confidential)
  })
})
