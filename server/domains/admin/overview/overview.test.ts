import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, oneEngine, settled } from '../../../../test/harness.ts'
import { eventually } from '../../../../test/poll.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../../test/with-mail.ts'
import { recordBackup } from '../../../backups/record-backup.ts'
import { createNodeHeartbeat } from '../../../database/node-heartbeat.ts'
import { sql } from '../../../database/sql.ts'
import { version } from '../../../platform/version.ts'

for (const engine of oneEngine) {
  describe(`the overview of the instance, on ${engine}`, () => {
    let server: ServerWithMail
    let root: Person
    let ada: Person
    let ben: Person
    before(async () => {
      server = await startOwnWithMail(engine)
      root = (await server.newcomer('Root')).person
      ada = (await server.newcomer('Ada')).person
      ben = (await server.newcomer('Ben')).person
      await ben.call('accounts.updateProfile', { name: '=cmd("x"),Ben' })
      await ben.call('accounts.updateProfile', { bio: 'Formulas' })
    })
    after(() => server.stop())

    const overview = () => root.call('overview.get', {})
    const journal = async (filter: object) => {
      await settled(server.app.database)
      return (await root.call('journal.list', filter)).items
    }
    const typesOf = (items: { type: string }[]) => items.map(({ type }) => type)
    const run = (statement: ReturnType<typeof sql>) => server.app.database.run(statement)
    const text = (bytes: unknown) => new TextDecoder().decode(bytes as Uint8Array)

    it('counts people, organizations and those who were active', async () => {
      await root.call('admin.suspendUser', { user: ben.user.id, reason: 'Spam' })
      await run(
        sql`update login_sessions set last_seen_at = now() - interval '10 days' where user_id = ${ada.user.id}`,
      )
      await run(
        sql`update login_sessions set last_seen_at = now() - interval '40 days' where user_id = ${ben.user.id}`,
      )
      const { accounts, days, storage } = await overview()
      const [{ organizations }] = (await run(
        sql`select count(*)::int as organizations from organizations`,
      )) as [{ organizations: number }]
      assert.deepEqual(accounts, {
        people: 3,
        suspended: 1,
        organizations,
        active: { day: 1, week: 1, month: 2 },
      })
      assert.equal(days.length, 30)
      const today = days.at(-1)!
      assert.equal(today.day, new Date().toISOString().slice(0, 10))
      assert.deepEqual([today.people, today.organizations], [3, organizations])
      assert.ok(today.events > 5, String(today.events))
      assert.ok(storage.databaseBytes > 1_000_000 && storage.tables.length === 8)
    })

    it('adds up the requests, errors and slow operations of all nodes and days', async () => {
      const { app } = server
      const counted = async () => {
        await app.heartbeat.beat()
        const [row] = (await run(
          sql`select coalesce(sum(count), 0)::int as count from daily_counts where name = 'requests' and label = '2xx'`,
        )) as [{ count: number }]
        return row.count
      }
      const earlier = await counted()
      for (let call = 0; call < 5; call++) await root.call('accounts.getMe', {})
      await eventually(counted, earlier + 5)
      app.metrics.request('http', 503, 0.1)
      app.metrics.operation('tasks.list', false)('internal')
      await run(
        sql`insert into daily_counts values ((now() at time zone 'utc')::date - 1, 'slow_operations', 'notes.list', 3)`,
      )
      await app.heartbeat.beat()
      const { days, slowOperations, failedOperations } = await overview()
      assert.deepEqual([days.at(-1)!.errors, days.at(-2)!.slowOperations], [1, 3])
      assert.ok(days.at(-1)!.requests >= earlier + 6)
      assert.deepEqual(slowOperations[0], { operation: 'notes.list', count: 3 })
      assert.deepEqual(failedOperations, [{ operation: 'tasks.list', count: 1 }])
    })

    it('shows a second node while it sends heartbeats', async () => {
      const { config, database, log } = server.app
      const before = (await overview()).days.at(-1)!.requests
      const metrics = { totals: async () => [{ name: 'requests' as const, label: '2xx', count: 1000 }] }
      const second = createNodeHeartbeat({ config, database, metrics, log })
      second.start()
      await eventually(async () => (await overview()).nodes.length, 2)
      // Cumulative totals count once.
      await second.beat()
      const { nodes, days } = await overview()
      assert.deepEqual(
        nodes.map((node) => [node.alive, node.version]),
        [
          [true, version],
          [true, version],
        ],
      )
      assert.ok(nodes.every(({ memoryBytes, cores, disk }) => memoryBytes > 0 && cores > 0 && disk))
      const added = days.at(-1)!.requests - before
      assert.ok(added >= 1000 && added < 2000, String(added))
      await run(sql`update nodes set seen_at = now() - interval '2 minutes' where id = ${nodes[1]!.id}`)
      assert.deepEqual(
        (await overview()).nodes.map(({ alive }) => alive),
        [true, false],
      )
      await second.close()
      assert.equal((await overview()).nodes.length, 1)
    })

    it('lists a failed job with its reason, and retries it', async () => {
      const { app, mails } = server
      mails.rejectNext(550)
      const email = { to: 'late@example.com', subject: 'Late', text: 'Code 482915', html: '<p>Late</p>' }
      await app.jobs.enqueue('mail', email)
      const failed = async () => (await root.call('jobs.list', {})).items
      await eventually(async () => (await failed()).length, 1)
      const [job] = await failed()
      assert.deepEqual(
        [job!.queue, job!.state, job!.attempts, job!.reason],
        ['mail', 'failed', 1, 'The mail server responded with 550 (EMESSAGE).'],
      )
      const row = JSON.stringify(await run(sql`select * from pgboss.job where id = ${job!.id}`))
      assert.ok(!row.includes('482915') && !row.includes('550'), 'the row is encrypted')
      await app.heartbeat.beat()
      const before = await overview()
      assert.equal(before.queues.find(({ name }) => name === 'mail')!.failed, 1)
      assert.equal(before.days.at(-1)!.emailsFailed, 1)

      const retried = await root.call('jobs.retry', { job: job!.id })
      assert.equal(retried.state, 'retrying')
      assert.equal((await mails.next('late@example.com')).subject, 'Late')
      assert.deepEqual(await failed(), [])
      await assert.rejects(root.call('jobs.retry', { job: job!.id }), { status: 409, code: 'job_not_failed' })
      await assert.rejects(root.call('jobs.retry', { job: 'none' }), { status: 404 })
      const [event] = await journal({ type: 'job.retried' })
      assert.deepEqual([event!.actor.name, event!.subject.key], ['Root', 'mail'])
      await eventually(async () => {
        await app.heartbeat.beat()
        return (await overview()).days.at(-1)!.emailsSent >= 4
      }, true)
    })

    it('shows the age of backups, and says that none is known', async () => {
      assert.deepEqual((await overview()).backups, {
        scheduled: false,
        intervalHours: null,
        failed: false,
        newestAt: null,
        items: [],
      })
      await recordBackup(server.app.database, 'command', 42, 1000)
      const { newestAt, items } = (await overview()).backups
      assert.deepEqual(items, [{ at: newestAt, source: 'command', rows: 42, bytes: 1000 }])
    })

    it('filters the journal of all organizations', async () => {
      await ada.call('projects.create', { name: 'Web', slug: 'web' })
      await ada.call('notes.create', { project: 'web', title: 'Private title', content: 'Private text' })
      const me = await ada.call('accounts.getMe', {})
      const { token } = await root.call('admin.impersonateUser', { user: ada.user.id, reason: 'Ticket 42' })
      await server.client(token)('projects.update', { project: 'web', name: 'Website' })
      const until = new Date().toISOString()

      const [suspended] = await journal({ type: 'user.suspended' })
      assert.deepEqual([suspended!.reason, suspended!.actor.name], ['Spam', 'Root'])
      assert.deepEqual(typesOf(await journal({ type: 'project.' })), ['project.updated', 'project.created'])
      assert.deepEqual(await journal({ type: 'no.such' }), [])
      const [update, ...others] = await journal({ impersonated: true })
      assert.deepEqual(others, [])
      assert.deepEqual(
        [update!.type, update!.fields, update!.actor.name, update!.actor.impersonatedBy?.name],
        ['project.updated', ['name'], 'Ada', 'Root'],
      )
      const byRoot = await journal({ actor: root.email, type: 'project.' })
      assert.deepEqual(typesOf(byRoot), ['project.updated'], 'includes changes as impersonator')
      const byAda = await journal({ actor: ada.user.username, impersonated: false })
      assert.ok(byAda.some(({ type }) => type === 'note.created'))
      assert.ok(byAda.every(({ actor }) => actor.id === ada.user.id && actor.impersonatedBy === null))
      const inOrganization = await journal({ organization: me.organization!.slug, type: 'note.' })
      assert.deepEqual(
        inOrganization.map(({ type, organization }) => [type, organization?.name]),
        [['note.created', me.organization!.name]],
      )
      assert.deepEqual(await journal({ since: '2100-01-01T00:00:00Z' }), [])
      assert.deepEqual(await journal({ until: '2000-01-01T00:00:00Z' }), [])
      await assert.rejects(journal({ organization: 'no-such' }), { status: 404 })
      await assert.rejects(journal({ actor: 'no-such' }), { status: 404 })

      const all = await journal({ until, limit: 200 })
      const paged: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await root.call('journal.list', { until, limit: 7, ...(cursor && { cursor }) })
        paged.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor)
      assert.deepEqual(
        paged,
        all.map(({ id }) => id),
      )
      assert.ok(!JSON.stringify(all).includes('Private'), 'no values')
    })

    it('exports the journal as CSV and NDJSON without values, and records the export', async () => {
      const until = new Date().toISOString()
      const listed = await journal({ until, limit: 200 })
      const { bytes, type } = await root.call('journal.export', { until, format: 'ndjson' })
      assert.equal(type, 'application/x-ndjson')
      const lines = text(bytes).trimEnd().split('\n')
      assert.deepEqual(
        lines.map((line) => JSON.parse(line) as object),
        listed,
      )
      const csv = parseCsv(text((await root.call('journal.export', { until })).bytes))
      const [header, ...rows] = csv
      const cells = rows.map((row) => Object.fromEntries(header!.map((name, at) => [name, row[at]])))
      assert.deepEqual(
        cells.map(({ id, type: of, actorName }) => [id, of, actorName!.replace(/^'=/, '=')]),
        listed.map((entry) => [entry.id, entry.type, entry.actor.name]),
      )
      assert.ok(
        cells.some(({ actorName }) => actorName === `'=cmd("x"),Ben`),
        'a formula is text',
      )
      assert.ok(!text(bytes).includes('Private'))
      // PostgreSQL has no year 0. The response must say so before the file starts.
      await assert.rejects(root.call('journal.export', { since: '0000-01-01T00:00:00Z' }), { status: 400 })
      const exports = await journal({ type: 'journal.exported', actor: root.user.id })
      assert.equal(exports.length, 2)
      const response = await fetch(`${server.url}/api/admin/journal/export?type=user.`, {
        headers: { Authorization: `Bearer ${root.token}` },
      })
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.match(
        response.headers.get('content-disposition')!,
        /^attachment; filename="baton-journal-.*\.csv"$/,
      )
      await response.text()
    })

    it('rejects other users, keys and impersonating administrators', async () => {
      const carl = await server.register('Carl')
      await root.call('admin.updateUserRole', { user: carl.user.id, role: 'admin' })
      const { token } = await root.call('admin.impersonateUser', { user: carl.user.id, reason: 'Check' })
      const key = await root.call('credentials.createApiKey', {
        name: 'key',
        scopes: ['read', 'write', 'admin'],
      })
      for (const [call, code] of [
        [ada.call, 'administrators_only'],
        [server.client(token), 'session_needed'],
        [server.client(key.value), 'session_needed'],
      ] as const) {
        await assert.rejects(call('overview.get', {}), { status: 403, code })
        await assert.rejects(call('jobs.list', {}), { status: 403, code })
        await assert.rejects(call('jobs.retry', { job: 'any' }), { status: 403, code })
        await assert.rejects(call('journal.list', {}), { status: 403, code })
        await assert.rejects(call('journal.export', {}), { status: 403, code })
      }
      for (const path of ['overview', 'jobs', 'journal', 'journal/export?format=none'])
        assert.equal((await fetch(`${server.url}/api/admin/${path}`)).status, 401, path)
    })
  })
}

/** Parses CSV as RFC 4180 defines it. */
function parseCsv(file: string): string[][] {
  const cell = /("(?:[^"]|"")*"|[^,\r]*)(,|\r\n)/g
  const rows: string[][] = [[]]
  for (const [, raw, end] of file.matchAll(cell)) {
    rows.at(-1)!.push(raw!.startsWith('"') ? raw!.slice(1, -1).replaceAll('""', '"') : raw!)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
