import assert from 'node:assert/strict'
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from '../server/database/sql.ts'
import { recordSecret } from './evidence.ts'
import { type Person, type TestServer, indexed, oneEngine, startOwnServer } from './harness.ts'
import { type ModelServer, type Turn, startModels } from './partners/models.ts'
import { until } from './poll.ts'
import { addMember } from './world.ts'

/* The model of an organization is a server that anyone could have set up. It must not harm Baton or its network. */
for (const engine of oneEngine) {
  describe(`attacks of a model server, on ${engine}`, () => {
    const key = 'sk-test-the-key-of-the-organization'
    let models: ModelServer
    /** A server in the private network that no setting allows. */
    let inner: ModelServer
    let server: TestServer
    let ada: Person
    let aiSession: string
    before(async () => {
      recordSecret(key)
      ;[models, inner] = await Promise.all([startModels(), startModels()])
      server = await startOwnServer(engine, { AI_CHAT_HOSTS: hostOf(models) })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('tasks.create', { project: 'web', title: 'Renew certificates' })
      await indexed(server)
      await ada.call('aiSettings.update', { ...own, url: `${models.url}/v1`, key })
      aiSession = (await ada.call('aiSessions.create', { project: 'web' })).id
    })
    after(async () => {
      await server?.stop()
      await models?.close()
      await inner?.close()
    })
    beforeEach(() => {
      models.requests.splice(0)
      models.turns.splice(0)
    })

    const own = { source: 'own', provider: 'openai', model: 'clever' } as const

    async function ask(...turns: Turn[]) {
      models.turns.splice(0, Infinity, ...turns)
      const { answer } = await ada.call('aiSessions.ask', {
        aiSession,
        question: 'When are certificates renewed?',
      })
      assert.doesNotMatch(JSON.stringify(answer), new RegExp(key))
      return answer
    }

    it('are not possible on a private network', async () => {
      const { port } = new URL(inner.url)
      for (const host of [
        `127.0.0.1:${port}`,
        `localhost:${port}`,
        `2130706433:${port}`,
        `[::ffff:127.0.0.1]:${port}`,
        `${hostOf(models)}@127.0.0.1:${port}`,
        '10.0.0.1',
        '169.254.169.254',
      ])
        for (const protocol of ['http', 'https', 'file'])
          await assert.rejects(
            ada.call('aiSettings.update', { ...own, url: `${protocol}://${host}/v1`, key }),
            { status: 400 },
            `${protocol}://${host}`,
          )
      assert.deepEqual(inner.requests, [])
    })

    it('are not possible by a name with a private address', async (test) => {
      const eve = await server.register('Eve')
      const url = `https://models.example.com:${new URL(inner.url).port}/v1`
      await eve.call('aiSettings.update', { ...own, url, key })
      test.mock.method(dns, 'lookup', async () => [{ address: '127.0.0.1', family: 4 }])
      syncBuiltinESMExports()
      try {
        const { ok, failure } = await eve.call('aiSettings.test', {})
        assert.equal(ok, false)
        assert.match(failure!, /not on the public internet/)
      } finally {
        test.mock.restoreAll()
        syncBuiltinESMExports()
      }
      assert.deepEqual(inner.requests, [])
    })

    it('redirect neither the question nor the key', async () => {
      for (const status of [301, 302, 307, 308]) {
        const redirect = { status, headers: { Location: `${inner.url}/v1/chat/completions` } }
        const { outcome, note } = await ask(redirect, redirect)
        assert.deepEqual([outcome, /redirects/.test(note!)], ['failed', true])
      }
      assert.deepEqual(inner.requests, [])
    })

    it('reveal no key by repeating it in an error', async () => {
      for (const status of [400, 401, 404, 418, 429]) {
        const body = JSON.stringify({ error: { message: `Bad key ${key}`, code: key } })
        const echo = { status, headers: { 'Retry-After': '100', 'X-Key': key }, body }
        assert.equal((await ask(echo, echo)).outcome, 'failed')
      }
      const lines = [`data: {"error":{"message":"${key}"}}\n\n`, `data: ${key}\n\n`]
      for (const line of lines) {
        const raw = { raw: [line] }
        assert.equal((await ask(raw, raw, raw)).outcome, 'failed')
      }
      models.turns.push({ status: 401, body: key })
      const tested = await ada.call('aiSettings.test', {})
      const shown = [tested, await ada.call('aiSettings.get', {}), await ada.call('activity.listEvents', {})]
      assert.doesNotMatch(JSON.stringify(shown), new RegExp(key))
    })

    it('cannot get the key of another server', async () => {
      for (const change of [{ url: 'https://models.example.com/v1' }, { url: null }])
        await assert.rejects(ada.call('aiSettings.update', change), { status: 400 })
      const member = await addMember(server, ada, 'member')
      await assert.rejects(member.call('aiSettings.update', { model: 'other' }), { status: 403 })
    })

    it('end with a note instead of an endless or huge reply', async () => {
      const endless = (line: string) =>
        (function* () {
          for (;;) yield line
        })()
      const text = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(10_000) } }] })}\n\n`
      const long = await ask({ raw: endless(text) })
      assert.equal(long.outcome, 'cut')
      assert.ok(long.text.length < 200_000, `${long.text.length} characters`)
      for (const line of [': comment\n'.repeat(10_000), 'data: x'.repeat(1000)])
        assert.equal((await ask({ raw: endless(line) })).outcome, 'failed')
      const calls = { index: 0, function: { name: 'search', arguments: 'x'.repeat(10_000) } }
      const call = `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [calls] } }] })}\n\n`
      assert.equal((await ask({ raw: endless(call) })).outcome, 'failed')
      await until(() => models.requests.every(({ hasDisconnected }) => hasDisconnected))
      assert.equal((await ask({ text: 'In May.' })).text, 'In May.')
    })

    it('cannot credit the budget, and count as much as they used', async () => {
      const used = async () => {
        const [row] = await server.app.database.run<{ tokens: number }>(
          sql`select coalesce(sum(input_tokens + output_tokens), 0)::int as tokens from ai_usage`,
        )
        return row!.tokens
      }
      const before = await used()
      await ask({ text: 'In May.', usage: { input: -1_000_000, output: -1_000_000 } })
      assert.ok((await used()) >= before)
      const next = await used()
      await ask({ text: ['In May.'], ending: 'drop' })
      assert.ok((await used()) > next, 'an interrupted reply counts')
    })

    it('cannot keep a conversation busy after the person stopped', async () => {
      models.turns.push({ text: ['In '], ending: 'hang' })
      const stop = new AbortController()
      const asking = fetch(`${server.url}/api/ai/sessions/${aiSession}/messages`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${ada.token}`,
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
        },
        body: JSON.stringify({ question: 'When?' }),
        signal: stop.signal,
      })
      const reader = (await asking).body!.getReader()
      let received = ''
      while (!received.includes('event: delta'))
        received += new TextDecoder().decode((await reader.read()).value)
      await assert.rejects(ask(), { status: 409 })
      stop.abort()
      await reader.closed.catch(() => {})
      await until(async () => !(await ada.call('aiSessions.get', { aiSession })).answering)
      const { items } = await ada.call('aiSessions.listMessages', { aiSession, limit: 100 })
      const last = items.toSorted((one, other) => one.number - other.number).at(-1)!
      assert.deepEqual([last.role, last.outcome, last.text], ['answer', 'stopped', 'In'])
      await until(() => models.requests.at(-1)!.hasDisconnected)
    })
  })
}

function hostOf({ url }: ModelServer): string {
  return new URL(url).host
}
