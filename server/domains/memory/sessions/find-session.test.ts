import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../../database/sql.ts'
import {
  type Agent,
  type Person,
  type TestServer,
  engines,
  startTestServer,
} from '../../../../test/harness.ts'

for (const engine of engines) {
  describe(`finding a session, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let builder: Agent
    let tester: Agent
    before(async () => {
      server = await startTestServer(engine)
      await server.app.embedder.embed(['warm'])
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      builder = await ada.agent({ agent: 'Builder' })
      tester = await ada.agent({ agent: 'Tester' })
    })
    after(() => server.stop())

    const start = async (agent: Agent, title: string, project: string | null = 'web') =>
      String((await agent.call('create_session', { title, ...(project && { project }) })).data.id)
    const pause = (agent: Agent, session: string) =>
      agent.call('end_session', { session, as: 'paused', summary: 'To be continued.' })
    const resume = async (agent: Agent, input: Record<string, unknown> = {}) => {
      const { data } = await agent.call('resume_session', input)
      const { session, code, detail } = data as { session?: { id: string }; code?: string; detail?: string }
      return session?.id ?? `${code}: ${detail}`
    }

    it('names the paused sessions that the caller can resume if they have none', async () => {
      const nobody = await ada.agent({ agent: 'New here' })
      assert.match(
        await resume(nobody),
        /^no_session: You have no open session. Start one with create_session/,
      )
      const id = await start(builder, 'Invoices')
      assert.doesNotMatch(await resume(nobody), /Invoices/, 'an active session is not offered')
      await pause(builder, id)
      assert.match(
        await resume(nobody),
        /You can resume a paused one by its title: Invoices of Builder\. Or start one/,
      )
      assert.equal(await resume(nobody, { session: 'invoices' }), id)
      await nobody.call('end_session', { session: id, summary: 'Over.' })
    })

    it('resumes by title, and prefers the own and the open session', async () => {
      const theirs = await start(builder, 'Same title')
      const own = await start(tester, 'Same title')
      const ended = await start(tester, 'Same title')
      await tester.call('end_session', { session: ended, summary: 'Over.' })
      assert.equal(await resume(tester, { session: 'SAME title' }), own)
      assert.equal(await resume(builder, { session: 'Same title' }), theirs)
      assert.match(await resume(tester, { session: 'No such title' }), /^not_found/)
    })

    it('resumes the latest session of a project: the own one, or else a paused one of others', async () => {
      const { slug } = await ada.call('projects.create', { name: `Pipes ${engine}` })
      const theirs = await start(builder, 'Their pipes', slug)
      assert.match(await resume(tester, { project: slug }), /^no_session/, 'Builder is active in it')
      await pause(builder, theirs)
      assert.equal(await resume(tester, { project: slug }), theirs)
      const own = await start(tester, 'Own pipes', slug)
      assert.equal(await resume(tester, { project: slug }), own)
      const elsewhere = await start(tester, 'Elsewhere', null)
      assert.equal(await resume(tester, { project: slug }), own)
      assert.match(await resume(tester, { project: slug, session: elsewhere }), /^not_found/)
    })

    it('returns the session that was resumed last as the latest one after a takeover', async () => {
      const taken = await start(builder, 'Taken over')
      await pause(builder, taken)
      const own = await start(tester, 'Own work')
      assert.equal(await resume(tester), own)
      assert.equal(await resume(tester, { session: taken }), taken)
      assert.equal(await resume(tester), taken)
      // Calls of the token keep both sessions alive, and must not make the other one the latest.
      await server.app.database.run(sql`update sessions set last_seen_at = now() where id = ${own}`)
      assert.equal(await resume(tester), taken)
      assert.equal(await resume(tester, { session: own }), own)
      assert.equal(await resume(tester), own)
    })
  })
}
