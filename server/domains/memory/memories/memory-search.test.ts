import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, startTestServer } from '../../../../test/harness.ts'

interface FoundByTool {
  items: { id: string; content: string; similarity: number; memory?: object }[]
  nearest?: { title: string; similarity: number }[]
  note?: string
  tokens: number
}

for (const engine of engines) {
  describe(`memory search, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      // Loads the model, which on a busy machine takes longer than the timeout of a request.
      await server.app.embedder.embed(['warm'])
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await store([
        'Buttons use sentence case.',
        'The search index is rebuilt at four every night.',
        'Passwords are hashed with argon2id.',
        'Card payments are retried three times.',
        'Rechnungen werden am Monatsende verschickt.',
        'Grace reviews every change of the billing module.',
      ])
    })
    after(() => server.stop())

    const store = (contents: string[], more: object = {}) =>
      ada.call('memories.store', {
        scope: 'project',
        project: 'web',
        entries: contents.map((content) => ({ content, ...more })),
      })
    const search = async (query: string, more: object = {}) =>
      (await ada.call('memories.search', { query, project: 'web', ...more })).items
    const best = async (query: string, more: object = {}) => (await search(query, more))[0]?.content

    it('returns nothing for a question that no entry answers, and the closest titles on request', async () => {
      const agent = await ada.agent()
      const ask = async (more: object) => {
        const { data } = await agent.call('search_memory', {
          query: 'What is the capital of Mongolia?',
          project: 'web',
          ...more,
        })
        return data as unknown as FoundByTool
      }
      const empty = await ask({})
      assert.deepEqual(empty.items, [])
      assert.match(empty.note!, /"nearest": true/)
      assert.ok(empty.tokens < 60, String(empty.tokens))
      const { items, nearest } = await ask({ nearest: true })
      assert.deepEqual(items, [])
      assert.equal(nearest!.length, 5)
      assert.ok(nearest!.every(({ similarity }) => similarity < 0.34))
      await agent.close()
    })

    it('returns lean hits by default, and the whole entry with an explanation', async () => {
      const agent = await ada.agent()
      const ask = async (more: object) => {
        const input = { query: 'How are passwords hashed?', project: 'web', ...more }
        return (await agent.call('search_memory', input)).data as unknown as FoundByTool
      }
      const { items, tokens } = await ask({})
      assert.equal(items[0]!.content, 'Passwords are hashed with argon2id.')
      assert.equal(items[0]!.memory, undefined)
      assert.ok(items[0]!.similarity > 0.6 && items[0]!.similarity <= 1)
      assert.ok(tokens / items.length < 80, `${tokens} tokens for ${items.length} hits`)
      assert.ok((await ask({ explain: true })).items[0]!.memory)
      await agent.close()
    })

    it('finds English entries with German questions, German ones too, and expands synonyms', async () => {
      assert.equal(
        await best('Wie oft wird eine Kartenzahlung wiederholt?'),
        'Card payments are retried three times.',
      )
      assert.equal(
        await best('Wann wird der Suchindex neu aufgebaut?'),
        'The search index is rebuilt at four every night.',
      )
      assert.equal(
        await best('Wann schicken wir die Rechnung?'),
        'Rechnungen werden am Monatsende verschickt.',
      )
      assert.equal(await best('When are invoices sent?'), 'Rechnungen werden am Monatsende verschickt.')
      await store(['Deploys go out after the stand-up.'])
      assert.equal(await best('release'), 'Deploys go out after the stand-up.')
    })

    it('marks contradicting entries and puts the newer one first', async () => {
      const first = await store(['The partner API allows 300 requests a minute.'])
      assert.ok(first.similar.every(({ conflict }) => !conflict))
      const second = await store(['The partner API allows 500 requests a minute.'])
      assert.deepEqual(
        second.similar.filter(({ conflict }) => conflict).map(({ id }) => id),
        [first.memory.id],
      )
      const hits = await search('How many requests a minute does the partner API allow?')
      assert.deepEqual(
        hits.slice(0, 2).map(({ id }) => id),
        [second.memory.id, first.memory.id],
      )
      assert.deepEqual(hits[0]!.conflictsWith, [first.memory.id])
      assert.deepEqual(hits[1]!.conflictsWith, [second.memory.id])
      await ada.call('memories.update', { memory: first.memory.id, supersededBy: second.memory.id })
      const [only] = await search('How many requests a minute does the partner API allow?')
      assert.equal(only!.conflictsWith, undefined)
    })

    it('skips entries that are not valid now, and finds the one that was valid at a moment', async () => {
      const query = 'Who is on call for the gateway?'
      const turn = '2026-06-01T00:00:00Z'
      await store(['Linus is on call for the gateway.'], {
        validFrom: '2026-01-01T00:00:00Z',
        validUntil: turn,
      })
      await store(['Barbara is on call for the gateway.'], { validFrom: turn })
      await store(['Edsger is on call for the gateway.'], { validFrom: '2999-01-01T00:00:00Z' })
      const contents = async (more: object = {}) => (await search(query, more)).map(({ content }) => content)
      assert.deepEqual(await contents(), ['Barbara is on call for the gateway.'])
      assert.deepEqual(await contents({ asOf: '2026-03-01T00:00:00Z' }), [
        'Linus is on call for the gateway.',
      ])
      assert.deepEqual((await contents({ asOf: '2999-02-01T00:00:00Z' })).toSorted(), [
        'Barbara is on call for the gateway.',
        'Edsger is on call for the gateway.',
      ])
      const listed = await ada.call('memories.list', { project: 'web', asOf: '2026-03-01T00:00:00Z' })
      assert.deepEqual(
        listed.items.map(({ content }) => content),
        ['Linus is on call for the gateway.'],
      )
    })

    it('finds a fact with an unknown start as of a moment before its end', async () => {
      await store(['The lobby had a fish tank.'], { validUntil: '2020-01-01T00:00:00Z' })
      const query = 'Is there a fish tank in the lobby?'
      assert.equal(await best(query), undefined)
      assert.equal(await best(query, { asOf: '2019-01-01T00:00:00Z' }), 'The lobby had a fish tank.')
    })

    it('finds a superseded entry as of a moment before its successor became valid', async () => {
      const query = 'Which mail provider do we use?'
      const old = await store(['Our mail provider is Pigeon.'], { validFrom: '2026-01-01T00:00:00Z' })
      await store(['Our mail provider is Owl.'], {
        validFrom: '2026-08-01T00:00:00Z',
        supersedes: [old.memory.id],
      })
      assert.equal(await best(query), 'Our mail provider is Owl.')
      assert.equal(await best(query, { asOf: '2026-02-01T00:00:00Z' }), 'Our mail provider is Pigeon.')
      assert.equal(await best(query, { asOf: '2026-09-01T00:00:00Z' }), 'Our mail provider is Owl.')
    })

    it('stores several entries in one call, or none of them', async () => {
      const { memory, rest } = await store(['Alpha is the first server.', 'Beta is the second server.'])
      assert.equal(memory.content, 'Alpha is the first server.')
      assert.deepEqual(
        rest!.map((each) => each.memory.content),
        ['Beta is the second server.'],
      )
      const failing = ada.call('memories.store', {
        scope: 'project',
        project: 'web',
        entries: [{ content: 'Gamma is new.' }, { content: 'Delta is new.', source: 'WEB-999' }],
      })
      await assert.rejects(failing, { status: 400 })
      const { items } = await ada.call('memories.list', { project: 'web', limit: 200 })
      assert.ok(items.every(({ content }) => !content.startsWith('Gamma')))
      const both = ada.call('memories.store', {
        project: 'web',
        content: 'One',
        entries: [{ content: 'Two' }],
      })
      await assert.rejects(both, { status: 400 })
      await assert.rejects(ada.call('memories.store', { project: 'web' }), { status: 400 })
    })

    it('rejects an entry that ends before it begins', async () => {
      const reversed = store(['Backwards'], {
        validFrom: '2026-02-01T00:00:00Z',
        validUntil: '2026-01-01T00:00:00Z',
      })
      await assert.rejects(reversed, { status: 400 })
      const { memory } = await store(['Forwards'], { validFrom: '2026-02-01T00:00:00Z' })
      const change = { memory: memory.id, validUntil: '2026-01-01T00:00:00Z' }
      await assert.rejects(ada.call('memories.update', change), { status: 400 })
      const changed = await ada.call('memories.update', { ...change, validUntil: '2026-03-01T00:00:00Z' })
      assert.equal(changed.validUntil, '2026-03-01T00:00:00.000Z')
    })
  })
}
