import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, notified, oneEngine, runTestServer } from '../../../test/harness.ts'
import { linkIn, tokenIn } from '../../../test/partners/mail.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../test/with-mail.ts'
import { join } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { lastDigestTime, sendDigests } from './send-emails.ts'

const hour = 3_600_000
const day = 24 * hour

for (const engine of oneEngine) {
  describe(`notification emails, on ${engine}`, () => {
    let server: ServerWithMail
    let ada: Person
    before(async () => {
      server = await startOwnWithMail(engine, {}, 'built-in', {
        jobs: { retryDelay: 0, polling: 0.5, waits: false },
      })
      ada = await server.verified('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    async function member(name: string): Promise<Person> {
      const person = await server.verified(name)
      await join(server, person, ada, 'member')
      return person
    }
    const task = async (title: string) => (await ada.call('tasks.create', { project: 'web', title })).key
    const mention = async (person: Person, title: string, body = 'Look') => {
      const item = await task(title)
      await ada.call('comments.create', { item, body: `${body}, @${person.user.username}` })
      return item
    }
    type Kinds = NonNullable<Parameters<typeof choose>[1]>
    const choose = (
      person: Person,
      kinds: { kind: 'mentioned' | 'assigned'; inApp?: boolean; mail?: 'never' | 'at_once' | 'digest' }[],
      digest?: 'daily' | 'weekly',
    ) => person.call('notifications.updatePreferences', { kinds, ...(digest && { digest }) })
    const digestOfMentions: Kinds = [{ kind: 'mentioned', mail: 'digest' }]
    /** Sends an email that must be the next one, which proves that no other email was sent before. */
    const marker = async (person: Person) => {
      const { key } = await ada.call('tasks.create', {
        project: 'web',
        title: 'Marker',
        assignee: person.user.id,
      })
      await notified(server)
      return `Ada assigned ${key} "Marker" to you on Baton`
    }
    /** Sends digests as if `days` had passed. */
    const sendDigestsLater = (days = 1) => sendDigests(server.app, Date.now() + days * day)

    it('sends an email with a link, the reason and one-click unsubscribe', async () => {
      const grace = await member('Grace')
      const key = await mention(grace, 'Paint', 'See <b>this</b>')
      await notified(server)
      const mail = await server.mails.next(grace.email)
      assert.equal(mail.subject, `Ada mentioned you in ${key} "Paint" on Baton`)
      assert.equal(linkIn(mail).pathname, `/items/${key}`)
      assert.match(mail.text, /“See <b>this<\/b>, @grace/)
      assert.match(mail.text, /You received this email because immediate emails are turned on/)
      assert.match(mail.text, /\/settings\/notifications$/m)
      assert.ok(!mail.html.includes('<b>this'))
      const header = (name: string) => mail.headers.find(({ key }) => key === name)!.value
      assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
      const [, address] = /^<(.+)>$/.exec(header('list-unsubscribe'))!

      // Posts a form without a credential, as email clients do.
      const click = (path: string) =>
        fetch(server.url + path, {
          method: 'POST',
          body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        })
      const { pathname } = new URL(address!)
      assert.equal((await click(`${pathname.slice(0, -3)}abc`)).status, 401)
      assert.equal((await click(pathname)).status, 200)
      const mails = pathname.split('/').at(-1)!
      await server.anonymous('notifications.unsubscribe', { mails })
      const { kinds } = await grace.call('notifications.getPreferences', {})
      const off = kinds.filter(({ mail: how }) => how === 'never').map(({ kind }) => kind)
      assert.ok(off.includes('mentioned') && !off.includes('assigned'))
      await mention(grace, 'Silence')
      const expected = await marker(grace)
      assert.equal((await server.mails.next(grace.email)).subject, expected)
    })

    it('batches notifications into one email, without hidden ones', async () => {
      const grace = await member('Many')
      const { slug } = await ada.call('projects.create', { name: 'Away', key: 'AWA' })
      const hiddenTask = await ada.call('tasks.create', {
        project: slug,
        title: 'Gone',
        assignee: grace.user.id,
      })
      const keys = [await mention(grace, 'One'), await mention(grace, 'Two')]
      await ada.call('projects.update', { project: slug, visibility: 'private' })
      await notified(server)
      const mail = await server.mails.next(grace.email)
      assert.equal(mail.subject, '2 new notifications on Baton')
      for (const key of keys) assert.ok(mail.text.includes(`Ada mentioned you in ${key}`))
      assert.ok(!mail.text.includes(hiddenTask.key))
    })

    it('sends no email to an unverified address', async () => {
      const { person } = await server.newcomer('Unproved')
      await join(server, person, ada, 'member')
      await mention(person, 'Unheard')
      await notified(server)
      assert.equal((await person.call('notifications.list', {})).unread, 1)
      const [waiting] = await server.app.database.run<{ mail: string | null }>(
        sql`select mail from notifications where user_id = ${person.user.id}`,
      )
      assert.equal(waiting!.mail, null)
    })

    it('sends only one email about a new key or token', async () => {
      const grace = await member('Safe')
      await grace.call('credentials.createApiKey', { name: 'ci' })
      await grace.call('credentials.createMcpToken', { name: 'helper' })
      await notified(server)
      assert.match((await server.mails.next(grace.email)).subject, /^An API key was created/)
      assert.match((await server.mails.next(grace.email)).subject, /^An MCP token was created/)
      const twice = await server.app.database.run(
        sql`select 1 from notifications where user_id = ${grace.user.id} and mail is not null`,
      )
      assert.equal(twice.length, 0)
      assert.equal((await grace.call('notifications.list', { kind: 'security' })).items.length, 2)
    })

    it('sends no notification email about a new email address, and lists the change', async () => {
      const grace = await member('Mover')
      const email = `moved-${grace.email}`
      await grace.call('accounts.changeEmail', { email })
      await grace.call('accounts.verifyEmail', { token: tokenIn(await server.mails.next(email)) })
      await notified(server)
      const { items } = await grace.call('notifications.list', {})
      assert.deepEqual(
        items.map(({ title, link }) => [title, link]),
        [['The email address of your account was changed.', '/settings/sign-in']],
      )
      const expected = await marker(grace)
      assert.equal((await server.mails.next(email)).subject, expected)
    })

    it('deletes an email-only notification after sending it', async () => {
      const grace = await member('Mailonly')
      await choose(grace, [{ kind: 'mentioned', inApp: false }])
      const key = await mention(grace, 'Only by mail')
      await notified(server)
      assert.match((await server.mails.next(grace.email)).subject, new RegExp(`in ${key} `))
      const left = await server.app.database.run(
        sql`select 1 from notifications where user_id = ${grace.user.id}`,
      )
      assert.deepEqual([left, (await grace.call('notifications.list', {})).unread], [[], 0])
    })

    it('sends a digest of unread notifications once', async () => {
      const grace = await member('Digest')
      await choose(grace, digestOfMentions)
      const [read, kept] = [await mention(grace, 'Read'), await mention(grace, 'Kept')]
      await notified(server)
      const { items } = await grace.call('notifications.list', {})
      await grace.call('notifications.read', {
        notification: items.find(({ subject }) => subject.key === read)!.id,
      })
      // Not due yet.
      await sendDigests(server.app)
      const nodes = engine === 'pgsql' ? [server, await runTestServer(server.environment)] : [server]
      await Promise.all([...nodes, ...nodes].map(({ app }) => sendDigests(app, Date.now() + day)))
      for (const node of nodes.slice(1)) await node.stop()
      const mail = await server.mails.next(grace.email)
      assert.equal(mail.subject, 'Your Baton digest: 1 unread notification')
      assert.ok(mail.text.includes(kept) && !mail.text.includes(read))
      await sendDigestsLater(2)
      const expected = await marker(grace)
      assert.equal((await server.mails.next(grace.email)).subject, expected, 'an empty digest is not sent')
    })

    it('applies changed preferences to pending emails', async () => {
      const grace = await member('Fickle')
      await choose(grace, digestOfMentions, 'weekly')
      await mention(grace, 'First')
      await notified(server)
      await choose(grace, [{ kind: 'mentioned', mail: 'never' }])
      await sendDigestsLater(14)
      const expected = await marker(grace)
      assert.equal((await server.mails.next(grace.email)).subject, expected)
    })
  })
}

describe('digest schedule', () => {
  const last = (timezone: string, digest: 'daily' | 'weekly', now: string) =>
    new Date(lastDigestTime(timezone, digest, Date.parse(now))).toISOString()

  it('schedules a digest at eight in the time zone of the user, or in UTC', () => {
    assert.equal(last('', 'daily', '2026-03-05T08:00:00Z'), '2026-03-05T08:00:00.000Z')
    assert.equal(last('', 'daily', '2026-03-05T07:59:59Z'), '2026-03-04T08:00:00.000Z')
    assert.equal(last('Asia/Kolkata', 'daily', '2026-03-05T03:00:00Z'), '2026-03-05T02:30:00.000Z')
    assert.equal(last('America/New_York', 'daily', '2026-03-05T12:00:00Z'), '2026-03-04T13:00:00.000Z')
    assert.equal(last('No/Where', 'daily', '2026-03-05T09:00:00Z'), '2026-03-05T08:00:00.000Z')
  })

  it('schedules a weekly digest on Monday', () => {
    // The fifth of March is a Thursday.
    assert.equal(last('', 'weekly', '2026-03-05T12:00:00Z'), '2026-03-02T08:00:00.000Z')
    assert.equal(last('', 'weekly', '2026-03-02T07:00:00Z'), '2026-02-23T08:00:00.000Z')
    assert.equal(last('', 'weekly', '2026-03-02T08:00:00Z'), '2026-03-02T08:00:00.000Z')
  })
})
