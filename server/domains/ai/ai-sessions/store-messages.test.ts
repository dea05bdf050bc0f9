import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contextOf, plainAnswer, storeAnswer } from '../../../../test/conversations.ts'
import { type Person, type TestServer, engines, startTestServer } from '../../../../test/harness.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { finishAnswer, maxMessages, renewLease, startAnswer, startRetry } from './store-messages.ts'

for (const engine of engines) {
  describe(`questions and answers, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let ctx: Context & InOrganization
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      ctx = await contextOf(server, ada)
    })
    after(() => server.stop())

    const newSession = async () => ({ id: (await ada.call('aiSessions.create', {})).id })
    const messagesOf = async ({ id }: { id: string }) =>
      (await ada.call('aiSessions.listMessages', { aiSession: id })).items.map(({ role, text }) => [
        role,
        text,
      ])
    const isAnswering = async ({ id }: { id: string }) =>
      (await ada.call('aiSessions.get', { aiSession: id })).answering
    /** Ends the lease, as time does after the node of the answer crashed. */
    const expireLease = ({ id }: { id: string }) =>
      server.app.database.run(
        sql`update ai_sessions set answering_until = now() - interval '1 second' where id = ${id}`,
      )
    const start = (session: { id: string }, question: string) =>
      startAnswer(server.app, ctx, session, question)
    const finish = (lease: Awaited<ReturnType<typeof start>>['lease'], answer = {}) =>
      finishAnswer(server.app, ctx, lease, { ...plainAnswer, ...answer })

    it('answers one of several concurrent questions, and rejects the others', async () => {
      const session = await newSession()
      const asked = await Promise.allSettled(['One?', 'Two?', 'Three?'].map((each) => start(session, each)))
      const started = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      const codes = asked.flatMap((each) =>
        each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
      )
      assert.deepEqual(codes, ['already_answering', 'already_answering'])
      assert.equal(await isAnswering(session), true)
      await finish(started[0]!.lease)
      assert.equal(await isAnswering(session), false)
      assert.deepEqual(await messagesOf(session), [
        ['question', started[0]!.question.text],
        ['answer', plainAnswer.text],
      ])
    })

    it('keeps an unanswered question after a crash, and accepts the next one when the lease ends', async () => {
      const session = await newSession()
      const crashed = await start(session, 'First?')
      await assert.rejects(start(session, 'Second?'), { code: 'already_answering', status: 409 })
      await expireLease(session)
      assert.equal(await isAnswering(session), false)
      const second = await start(session, 'Second?')
      assert.deepEqual(await messagesOf(session), [
        ['question', 'First?'],
        ['question', 'Second?'],
      ])
      // The crashed node returns late: it has lost the lease, and stores nothing.
      assert.equal(await renewLease(server.app, crashed.lease), false)
      assert.equal(await finish(crashed.lease, { text: 'Late' }), undefined)
      assert.equal(await renewLease(server.app, second.lease), true)
      await finish(second.lease, { text: 'In time' })
      assert.deepEqual((await messagesOf(session)).at(-1), ['answer', 'In time'])
      assert.equal((await messagesOf(session)).length, 3)
    })

    it('retries an unanswered question', async () => {
      const session = await newSession()
      await start(session, 'Lost?')
      await expireLease(session)
      const retried = await startRetry(server.app, ctx, session)
      assert.equal(retried.question.text, 'Lost?')
      await finish(retried.lease, { text: 'Found' })
      assert.deepEqual(await messagesOf(session), [
        ['question', 'Lost?'],
        ['answer', 'Found'],
      ])
    })

    it('replaces the last answer, unless one of its proposals was confirmed', async () => {
      const session = await newSession()
      await assert.rejects(startRetry(server.app, ctx, session), { code: 'nothing_to_retry' })
      const proposals = [{ tool: 'create_task', input: { title: 'Fix it' } }]
      await storeAnswer(server, ada, session.id, 'Again?', { text: 'First try', proposals })
      const { lease } = await startRetry(server.app, ctx, session)
      await assert.rejects(startRetry(server.app, ctx, session), { code: 'already_answering' })
      const second = await finish(lease, { text: 'Second try', proposals })
      assert.deepEqual(
        second!.answer.proposals.map(({ number, title, input, state }) => [number, title, input, state]),
        [[1, 'Create task', { title: 'Fix it' }, 'open']],
      )
      assert.deepEqual(await messagesOf(session), [
        ['question', 'Again?'],
        ['answer', 'Second try'],
      ])
      const counted = await server.app.database.run(
        sql`select 1 from ai_proposals where session_id = ${session.id}`,
      )
      assert.equal(counted.length, 1)
      await server.app.database.run(
        sql`update ai_proposals set state = 'confirmed' where session_id = ${session.id}`,
      )
      await assert.rejects(startRetry(server.app, ctx, session), { code: 'answer_confirmed' })
      assert.deepEqual((await messagesOf(session)).at(-1), ['answer', 'Second try'])
    })

    it('stores no answer in a conversation that was deleted since the question', async () => {
      const session = await newSession()
      const { lease } = await start(session, 'Wanted?')
      await ada.call('aiSessions.delete', { aiSession: session.id })
      assert.equal(await renewLease(server.app, lease), false)
      assert.equal(await finish(lease), undefined)
      await ada.call('trash.restore', { kind: 'ai_session', item: session.id })
      assert.deepEqual(await messagesOf(session), [['question', 'Wanted?']])
    })

    it('rejects more messages than a conversation can have', async () => {
      const session = await newSession()
      await server.app.database.run(
        sql`update ai_sessions set messages = ${maxMessages - 1} where id = ${session.id}`,
      )
      await assert.rejects(start(session, 'One more?'), { code: 'conversation_full' })
    })

    it('stores the text of a model with characters that the database rejects', async () => {
      const session = await newSession()
      const steps = [{ tool: 'get_task', input: { task: 'a\0b\uD800' }, failed: false }]
      const { answer } = await storeAnswer(server, ada, session.id, 'Odd?', { text: 'a\0b\uD800', steps })
      assert.deepEqual([answer.text, answer.steps[0]!.input.task], ['ab\uFFFD', 'ab\uFFFD'])
    })

    it('records questions and answers in the journal of the owner, without their texts', async () => {
      const session = await newSession()
      await storeAnswer(server, ada, session.id, 'Title of it\nwith a secret', { outcome: 'cut' })
      const rows = await server.app.database.run<Record<string, unknown>>(
        sql`select type, private_to, version, changes, data from journal where subject_id = ${session.id} order by version`,
      )
      assert.deepEqual(
        rows.map(({ type, private_to: to, version }) => [type, to, version]),
        [
          ['ai_session.created', ada.user.id, 1],
          ['ai_session.asked', ada.user.id, 2],
          ['ai_session.answered', ada.user.id, 3],
        ],
      )
      assert.deepEqual(rows[1]!.changes, { title: { from: 'New conversation', to: 'Title of it' } })
      assert.deepEqual(rows[2]!.data, { number: 2, outcome: 'cut' })
      assert.ok(!JSON.stringify(rows).includes('secret'))
    })
  })
}
