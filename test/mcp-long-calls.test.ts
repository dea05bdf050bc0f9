import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { authenticateForMcp } from '../server/domains/auth/credentials/authenticate.ts'
import { noCookies } from '../server/operations/context.ts'
import { perform } from '../server/operations/perform.ts'
import { clearMemory } from '../server/assembly/all.ts'
import { type Person, type TestServer, engines, startOwnServer } from './harness.ts'
import { type GitServer, startGitServer } from './partners/git-server.ts'

for (const engine of engines) {
  describe(`long-running calls (${engine})`, () => {
    let server: TestServer
    let ada: Person
    let token: string
    let git: GitServer
    before(async () => {
      git = await startGitServer()
      server = await startOwnServer(engine, { REPO_HOSTS: git.host })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
      token = (await ada.call('credentials.createMcpToken', { name: 'patient' })).value
    })
    after(async () => {
      await server.stop()
      await git.close()
    })

    type Generation = 'SSE' | '2025' | '2026'
    const connect = async (generation: Generation) => {
      const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
      const negotiation = generation === '2026' ? { versionNegotiation: { mode: 'auto' as const } } : {}
      const client = new Client({ name: 'test', version: '1' }, negotiation)
      const transport: Transport =
        generation === 'SSE'
          ? new SSEClientTransport(new URL('/mcp/sse', server.url), options)
          : new StreamableHTTPClientTransport(new URL('/mcp', server.url), options)
      await client.connect(transport)
      return { client, transport }
    }
    const createSession = () => ada.call('sessions.create', { context: 'Long', project: 'web' })
    const endSessionCall = (session: string, count: number) => ({
      name: 'end_session',
      arguments: {
        session,
        summary: 'Done.',
        learned: Array.from({ length: count }, (_, index) => ({ content: `Lesson ${index} of ${session}` })),
      },
    })

    for (const generation of ['SSE', '2025', '2026'] as const)
      it(`reports the progress of a call to a client that asks for it, over ${generation}`, async () => {
        const { client } = await connect(generation)
        const { id } = await createSession()
        const updates: { progress: number; total?: number | undefined; message?: string | undefined }[] = []
        const { isError } = await client.callTool(endSessionCall(id, 3), {
          onprogress: (update) => updates.push(update),
        })
        assert.notEqual(isError, true)
        assert.deepEqual(
          updates.map(({ progress, total }) => [progress, total]),
          [0, 1, 2, 3, 4, 5, 6, 7].map((done) => [done, 8]),
        )
        assert.equal(updates[0]!.message, 'Embedding what was learned')
        await client.close()
      })

    it('reports the progress of reading a repository', async () => {
      const there = git.repo('long.git')
      there.commit({ message: 'First' })
      const { id } = await ada.call('repos.connect', { project: 'web', url: there.url })
      const { client } = await connect('SSE')
      const updates: (string | undefined)[] = []
      const call = { name: 'sync_repo', arguments: { repo: id } }
      await client.callTool(call, { onprogress: ({ message }) => updates.push(message) })
      assert.deepEqual(updates, ['Reading branches and tags', 'Reading files and commits', 'Read'])
      await client.close()
    })

    for (const generation of ['SSE', '2025', '2026'] as const)
      it(`drops a call that is cancelled in time, over ${generation}`, async () => {
        const { client, transport } = await connect(generation)
        const { id } = await createSession()
        const { version } = await ada.call('sessions.get', { session: id })
        const { embedder } = server.app
        const embed = embedder.embed.bind(embedder)
        const reached = Promise.withResolvers<void>()
        const cancelled = Promise.withResolvers<void>()
        let embedded = 0
        embedder.embed = async (texts) => {
          embedded++
          reached.resolve()
          await cancelled.promise
          return embed(texts)
        }
        const arrived = generation === '2026' ? connectionClosed() : cancellationSent(transport)
        const cancelling = new AbortController()
        const call = client.callTool(endSessionCall(id, 3), { signal: cancelling.signal, timeout: 60_000 })
        const outcome = call.then(
          () => 'answered',
          () => 'not answered',
        )
        await reached.promise
        cancelling.abort()
        await arrived()
        cancelled.resolve()
        assert.equal(await outcome, 'not answered')
        embedder.embed = embed
        // The server finishes the rest of the cancelled call before it handles this request.
        await server.app.database.transaction(async () => {})
        const session = await ada.call('sessions.get', { session: id })
        assert.deepEqual([session.status, session.version, embedded], ['active', version, 1])
        await client.close()
      })

    it('applies a cancelled call completely or not at all, however far it got', async () => {
      const { slug: project } = await ada.call('projects.create', { name: 'Forgetful' })
      const { memory } = await ada.call('memories.store', { scope: 'project', project, content: 'Once' })
      await server.app.database.run(
        sql`insert into memories (id, organization_id, scope, project_id, content, created_by)
         select gen_random_uuid(), organization_id, scope, project_id, content || n, created_by
           from memories, generate_series(1, 700) n where id = ${memory.id}`,
      )
      const count = async () => {
        const [row] = await server.app.database.run<{ count: number }>(
          sql`select count(*)::int as count from memories where project_id = (select project_id from memories
            where id = ${memory.id})`,
        )
        return row!.count
      }
      const caller = await authenticateForMcp(server.app, token)
      const cancelling = new AbortController()
      const reported: number[] = []
      const clear = (cancelled?: AbortSignal) =>
        perform(
          server.app,
          clearMemory,
          caller,
          { scope: 'project', project },
          {
            id: 'x',
            network: '',
            userAgent: '',
            cookies: noCookies,
            ...(cancelled && { cancelled }),
            progress(done) {
              reported.push(done)
              if (done > 0) cancelling.abort()
            },
          },
        )
      await assert.rejects(clear(cancelling.signal), { code: 'cancelled' })
      assert.deepEqual([reported, await count()], [[0, 500], 701])
      await assert.rejects(clear(AbortSignal.abort()), { code: 'cancelled' })
      assert.equal((await clear()).output.removed, 701)
    })
  })
}

/** Waits until the server has received the message that cancels a call. */
function cancellationSent(transport: Transport): () => Promise<void> {
  const sent = Promise.withResolvers<void>()
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    await send(message, options)
    if ('method' in message && message.method === 'notifications/cancelled') sent.resolve()
  }
  return () => sent.promise
}

/** Waits until the server has noticed that the connection of the next call is closed. */
function connectionClosed(): () => Promise<void> {
  const channel = diagnostics.channel('http.server.request.start')
  const closed = Promise.withResolvers<void>()
  const listener = (given: unknown) => {
    channel.unsubscribe(listener)
    const { response } = given as { response: ServerResponse }
    void once(response, 'close').then(() => setImmediate(closed.resolve))
  }
  channel.subscribe(listener)
  return () => closed.promise
}
