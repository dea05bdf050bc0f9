import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { z } from 'zod'
import { type TestServer, defaultEngine, engines, runTestServer, startOwnServer } from '../../test/harness.ts'
import { type TestMailServer, codeIn, startMailServer, watchOutbox } from '../../test/partners/mail.ts'
import { freePort } from '../../test/partners/postgres.ts'
import { recordLog } from '../../test/recorded-log.ts'
import { anyone } from '../operations/access.ts'
import { type Caller, anonymous } from '../operations/caller.ts'
import { noCookies } from '../operations/context.ts'
import { reject } from '../operations/errors.ts'
import { operation } from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import { instanceName } from './instance-name.ts'
import { queueEmail } from './queue-email.ts'
import { signInCode } from './sign-in-emails.ts'

const code = '482915'
/** What no log may hold, though mail servers repeat it: address, subject, code. */
const confidential = /@example\.com|sign in|482915/

/** A write that sends a mail, and may still be refused. */
const sendCode = operation({
  id: 'tests.sendCode',
  summary: 'Send a code.',
  access: anyone,
  input: z.object({ to: z.string(), subject: z.string().optional(), refused: z.boolean().default(false) }),
  output: z.object({}),
}).run(async (ctx, { to, subject, refused }) => {
  const content = signInCode({ instance: await instanceName(ctx.db), asked: ctx.request, code })
  await queueEmail(ctx, { to, ...content, ...(subject && { subject }) })
  if (refused) reject('unavailable')
  return {}
})

type Input = z.input<typeof sendCode.input>

function send({ app }: TestServer, input: Input, caller: Caller = anonymous) {
  const request = { id: 'r', network: '203.0.113.7', userAgent: 'curl/8.5.0', cookies: noCookies }
  return perform(app, sendCode, caller, input, request)
}

const queued = ({ app }: TestServer) => app.database.run(`select id from pgboss.job where name = 'mail'`)

for (const engine of engines) {
  describe(`a mail, on ${engine}`, () => {
    let mailServer: TestMailServer
    let server: TestServer
    const { log, line, text } = recordLog()
    before(async () => {
      mailServer = await startMailServer()
      const settings = { SMTP_URL: mailServer.url, APP_URL: 'https://baton.example.com' }
      server = await startOwnServer(engine, settings, { log })
    })
    after(async () => {
      await server.stop()
      await mailServer.close()
    })

    it('arrives once its write is committed, readable by every mail program', async () => {
      await send(server, { to: 'ada@example.com' })
      const mail = await mailServer.next('ada@example.com')
      assert.equal(mail.from, 'Baton <baton@baton.example.com>')
      assert.equal(mail.subject, 'Your code to sign in to Baton')
      assert.equal(codeIn(mail), code)
      assert.ok(mail.html.includes(`>${code}</p>`))
      assert.match(mail.raw, /^Auto-Submitted: auto-generated\r$/m)
      assert.match(mail.raw, /^Content-Type: multipart\/alternative;/m)
      assert.match(mail.raw, /^To: ada@example\.com\r$/m)
    })

    it('is not sent by a write that is refused after all', async () => {
      const waiting = await queued(server)
      await assert.rejects(send(server, { to: 'never@example.com', refused: true }), { code: 'unavailable' })
      assert.deepEqual(await queued(server), waiting)
    })

    it('that is refused for now arrives at the third try', async () => {
      mailServer.refuse(451, 451)
      await send(server, { to: 'patient@example.com' })
      assert.equal(codeIn(await mailServer.next('patient@example.com')), code)
      const { reason } = await line('job failed, and will be tried again')
      assert.equal(reason, 'The mail server answered with 451 (EMESSAGE).')
      assert.doesNotMatch(text(), confidential)
    })

    it('that is refused for good is not tried again', async () => {
      mailServer.refuse(550)
      await send(server, { to: 'nobody@example.com' })
      const { reason, tries } = await line('job given up')
      assert.deepEqual([reason, tries], ['The mail server answered with 550 (EMESSAGE).', 1])
      assert.doesNotMatch(text(), confidential)
    })

    it('has the recipient and the headers that were meant, or is refused with its write', async () => {
      const attacks: Input[] = [
        { to: 'ada@example.com\r\nBcc: eve@example.com' },
        { to: 'ada@example.com,eve@example.com' },
        { to: 'Ada <ada@example.com>' },
        { to: 'ada@example.com', subject: 'Hello\r\nBcc: eve@example.com' },
      ]
      const waiting = await queued(server)
      for (const attack of attacks) await assert.rejects(send(server, attack), /The (subject of the )?mail/)
      assert.deepEqual(await queued(server), waiting)
    })

    it('is sent by another server if the one that committed it ended before', async () => {
      const first = await startOwnServer(engine, {}, { jobs: false })
      await send(first, { to: 'grace@example.com' })
      await first.stop()
      const second = await runTestServer({ ...first.environment, SMTP_URL: mailServer.url })
      assert.equal(codeIn(await mailServer.next('grace@example.com')), code)
      await second.stop()
    })

    it('is sent soon if the server that was sending it was killed', async () => {
      const { app } = server
      const mail = { to: 'killed@example.com', subject: 'Again', text: 'Again', html: '<p>Again</p>' }
      await app.database.transaction(async (db) => {
        await app.jobs.enqueue('mail', mail, db)
        // As a killed server leaves it: taken, and not heard of since.
        await db.run(
          `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'
            where name = 'mail' and state = 'created'`,
        )
      })
      assert.equal((await mailServer.next('killed@example.com')).subject, 'Again')
    })

    it('goes nowhere when it comes of a test credential', async () => {
      const waiting = await queued(server)
      const organization = { id: 'o', slug: 'o', name: 'O', role: 'owner' as const, sandbox: true }
      const caller: Caller = {
        ...{ kind: 'api_key', credentialId: 'k', credentialName: 'key', scopes: ['write'], organization },
        ...{
          agent: null,
          dailyBudget: null,
          impersonator: null,
          signedInAt: null,
          projectId: null,
          toolProfile: 'full',
        },
        neverCalled: false,
        ...{ secondFactor: false, secondFactorMissing: null },
        user: { id: 'u', name: 'Ada', username: 'ada', email: 'ada@example.com', role: 'user' },
      }
      await send(server, { to: 'ada@example.com' }, caller)
      assert.deepEqual(await queued(server), waiting)
    })
  })
}

describe('a mail, without a mail server', () => {
  it('waits for one that is away', async () => {
    const port = await freePort()
    const { log, line } = recordLog()
    const server = await startOwnServer(defaultEngine, { SMTP_URL: `smtp://127.0.0.1:${port}` }, { log })
    await send(server, { to: 'ada@example.com' })
    assert.match(String((await line('job failed, and will be tried again')).reason), /cannot be used/)
    const mailServer = await startMailServer(port)
    assert.equal(codeIn(await mailServer.next('ada@example.com')), code)
    await server.stop()
    await mailServer.close()
  })

  it('is a file in the outbox that only its owner reads, and the log names nothing else of it', async () => {
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
    const { file } = await line('SMTP_URL is not set: the mail is in the outbox')
    await outbox.close()
    await server.stop()
    assert.equal(codeIn(mail), code)
    assert.equal(mail.from, 'Acme, Inc. <post@acme.example>')
    assert.match(mail.raw, /\r\nSubject: Your code to sign in to Baton\r\n/)
    assert.deepEqual(fs.readdirSync(folder), [path.basename(String(file))])
    assert.match(String(file), /outbox\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f-]{36}\.eml$/)
    assert.equal(fs.statSync(String(file)).mode & 0o777, 0o600)
    assert.doesNotMatch(text(), confidential)
  })
})
