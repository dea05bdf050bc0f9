import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { recordSecret } from '../../../../test/evidence.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { type ModelServer, startModels } from '../../../../test/partners/models.ts'
import { addMember, impersonate } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { explainNoModel, modelFor } from '../model-for.ts'

const key = 'sk-the-key-of-the-organization-4711'

for (const engine of oneEngine) {
  describe(`the language model of an organization, on ${engine}`, () => {
    let models: ModelServer
    let server: TestServer
    let ada: Person
    let bob: Person
    before(async () => {
      recordSecret(key)
      models = await startModels()
      server = await startOwnServer(engine, {
        AI_CHAT: 'openai',
        AI_CHAT_URL: `${models.url}/v1`,
        AI_CHAT_MODEL: 'shared',
        AI_CHAT_HOSTS: new URL(models.url).host,
      })
      ada = await server.register('Ada')
      bob = await addMember(server, ada, 'member')
    })
    after(async () => {
      await server.stop()
      await models.close()
    })

    const own = () =>
      ({ source: 'own', provider: 'openai', url: `${models.url}/v1/`, model: 'clever' }) as const
    const chosen = (person = ada) => modelFor(server.app, server.app.database, person.organization)

    it("is the instance's model without limits, until an admin changes it", async () => {
      const settings = await bob.call('aiSettings.get', {})
      assert.deepEqual(
        [settings.source, settings.instanceModel, settings.answers, settings.note, settings.version],
        ['instance', 'openai:shared', true, null, 0],
      )
      assert.deepEqual([settings.monthlyTokens, settings.monthlyTokensPerPerson], [null, null])
      assert.equal((await chosen())!.source, 'instance')
    })

    it('stores the key encrypted, and returns only its last characters, to admins', async () => {
      const saved = await ada.call('aiSettings.update', { ...own(), key })
      assert.deepEqual(
        [saved.url, saved.model, saved.hasKey, saved.hint, saved.version, saved.may.edit],
        [`${models.url}/v1`, 'clever', true, '4711', 1, true],
      )
      const shown = await bob.call('aiSettings.get', {})
      assert.deepEqual([shown.hasKey, shown.hint, shown.may.edit], [true, null, false])
      const [row] = await server.app.database.run<object>(
        sql`select s::text as settings, j::text as journal from ai_settings s, journal j
          where j.type = 'ai_settings.updated'`,
      )
      const { items } = await ada.call('activity.listEvents', { limit: 100 })
      assert.ok(items.some(({ type }) => type === 'ai_settings.updated'))
      const everything = JSON.stringify([saved, shown, row, items])
      assert.ok(!everything.includes(key) && !everything.includes(Buffer.from(key).toString('hex')))
      const model = await chosen()
      assert.deepEqual([model!.source, model!.model.name], ['own', 'openai:clever'])
    })

    it('sends a short question with a tool to the model that is tested, and stores the result', async () => {
      models.requests.length = 0
      const result = await ada.call('aiSettings.test', {})
      assert.deepEqual([result.ok, result.model, result.failure], [true, 'openai:clever', null])
      assert.ok(Number.isInteger(result.latencyMs))
      const [request] = models.requests
      assert.deepEqual(
        [request!.headers.authorization, request!.body.model, (request!.body.tools as object[]).length],
        [`Bearer ${key}`, 'clever', 1],
      )
      const { testedAt, failure, version, usage } = await bob.call('aiSettings.get', {})
      assert.deepEqual([testedAt !== null, failure, version], [true, null, 1])
      assert.deepEqual(usage.organization, { inputTokens: 100, outputTokens: 10, requests: 1 })
    })

    it('explains a failed test without the key and the text of the server', async () => {
      models.turns.push({ status: 401, body: `{"error": "the key ${key} is wrong"}` })
      const result = await ada.call('aiSettings.test', {})
      assert.equal(result.ok, false)
      assert.match(result.failure!, /rejected the key/)
      const shown = await ada.call('aiSettings.get', {})
      assert.equal(shown.failure, result.failure)
      assert.ok(!JSON.stringify([result, shown]).includes(key))
      assert.equal(shown.usage.own.outputTokens, 10, 'a failed test uses no tokens')
      const saved = await ada.call('aiSettings.update', { model: 'cleverer' })
      assert.deepEqual([saved.testedAt, saved.failure], [null, null], 'another model was not tested')
    })

    it('requires the key again when the URL changes, so that it is not sent to another server', async () => {
      const elsewhere = ['https://elsewhere.example/v1', null, `${models.url}/v2`]
      for (const url of elsewhere)
        await assert.rejects(ada.call('aiSettings.update', { url }), fieldError('key', /another server/))
      await ada.call('aiSettings.update', { url: `${models.url}/v1` })
      const moved = await ada.call('aiSettings.update', { url: `${models.url}/v2`, key: null })
      assert.deepEqual([moved.url, moved.hasKey, moved.hint], [`${models.url}/v2`, false, null])
      await ada.call('aiSettings.update', { provider: 'anthropic', url: null, key })
      await assert.rejects(ada.call('aiSettings.update', { provider: 'openai' }), fieldError('key', /./))
    })

    it('rejects incomplete settings, private networks and keys that are not sent as headers', async () => {
      const rejected = [
        [{ source: 'own', provider: null, key }, 'provider'],
        [{ source: 'own', model: null }, 'model'],
        [{ source: 'own', url: null, key: null }, 'key'],
        [{ url: 'https://169.254.169.254/v1', key }, 'url'],
        [{ url: 'https://127.0.0.1:1/v1', key }, 'url'],
        [{ url: 'https://[::1]/v1', key }, 'url'],
        [{ url: 'https://models.localhost/v1', key }, 'url'],
        [{ url: 'http://models.example.com/v1', key }, 'url'],
        [{ url: 'https://me:secret@models.example.com/v1', key }, 'url'],
        [{ url: 'https://models.example.com/v1?key=1', key }, 'url'],
        [{ url: 'ftp://models.example.com/v1', key }, 'url'],
        [{ key: 'two words' }, 'key'],
        [{ monthlyTokens: -1 }, 'monthlyTokens'],
      ] as const
      const before = await ada.call('aiSettings.get', {})
      for (const [input, field] of rejected)
        await assert.rejects(
          ada.call('aiSettings.update', input),
          fieldError(field, /./),
          JSON.stringify(input),
        )
      assert.deepEqual(await ada.call('aiSettings.get', {}), before)
    })

    it('does not connect to a private host that the operator no longer allows', async () => {
      await ada.call('aiSettings.update', { ...own(), key })
      const { config } = server.app
      const [allowed] = config.AI_CHAT_HOSTS.splice(0, 1)
      models.requests.length = 0
      const { ok, failure } = await ada.call('aiSettings.test', {})
      config.AI_CHAT_HOSTS.push(allowed!)
      assert.equal(ok, false)
      assert.match(failure!, /can't be used/)
      assert.equal(models.requests.length, 0)
    })

    it('turns answers off, and says what to do', async () => {
      await ada.call('aiSettings.update', { source: 'off' })
      const { answers, note, hasKey } = await bob.call('aiSettings.get', {})
      assert.deepEqual([answers, hasKey], [false, true])
      assert.match(note!, /turned off in this organization\. An admin can choose a model/)
      assert.equal(await chosen(), undefined)
      assert.equal(await explainNoModel(server.app.database, ada.organization), note)
      assert.equal((await ada.call('aiSettings.test', {})).failure, note)
    })

    it('rejects a change of settings that changed since they were loaded', async () => {
      const { version } = await ada.call('aiSettings.get', {})
      const change = (monthlyTokens: number) =>
        ada.call('aiSettings.update', { monthlyTokens }, { ifMatch: version })
      const results = await Promise.allSettled([change(1000), change(2000)])
      assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      await assert.rejects(change(3000), { code: 'version_conflict' })
      assert.equal((await ada.call('aiSettings.get', {})).version, version + 1)
      const unchanged = await ada.call('aiSettings.update', { source: 'off' })
      assert.equal(unchanged.version, version + 1, 'without a change, the version stays')
    })

    it('keeps the version after a test of settings that were never changed', async () => {
      const lin = await server.register('Lin')
      assert.equal((await lin.call('aiSettings.test', {})).ok, true)
      const { version, testedAt } = await lin.call('aiSettings.get', {})
      assert.deepEqual([version, testedAt !== null], [0, true])
      const saved = await lin.call('aiSettings.update', { monthlyTokens: 5 }, { ifMatch: 0 })
      assert.deepEqual([saved.version, saved.monthlyTokens], [1, 5])
      const test = await lin.call('aiSettings.test', {})
      assert.match(test.failure!, /monthly limit are too few/)
    })

    it('is changed by signed-in admins only, and tested by admins', async () => {
      await assert.rejects(bob.call('aiSettings.update', { source: 'off' }), { status: 403 })
      await assert.rejects(bob.call('aiSettings.test', {}), { status: 403 })
      const created = await ada.call('credentials.createApiKey', {
        name: 'k',
        scopes: ['read', 'write', 'admin'],
      })
      const withKey = server.client(created.value)
      await assert.rejects(withKey('aiSettings.update', { source: 'own' }), { code: 'session_needed' })
      assert.equal((await withKey('aiSettings.get', {})).may.edit, false)
      assert.equal((await withKey('aiSettings.test', {})).ok, false)
      const asAda = server.client(await impersonate(server, await server.register('Operator'), ada))
      await assert.rejects(asAda('aiSettings.update', { source: 'own' }), { code: 'session_needed' })
    })

    it('shows the use of each person to admins only', async () => {
      await ada.call('aiSettings.update', { ...own(), key, monthlyTokens: null })
      await ada.call('aiSettings.test', {})
      const { usage } = await ada.call('aiSettings.get', {})
      assert.deepEqual(
        usage.people!.map(({ user }) => user),
        [{ id: ada.user.id, name: ada.user.name }],
      )
      assert.deepEqual(usage.people![0]!.inputTokens, usage.organization.inputTokens)
      const seen = (await bob.call('aiSettings.get', {})).usage
      assert.deepEqual([seen.people, seen.own.requests], [null, 0])
    })

    it('asks for the key again if it cannot be decrypted', async () => {
      await server.app.database.run(
        sql`update ai_settings set secret = set_byte(secret, 40, 1 - least(get_byte(secret, 40), 1))
          where organization_id = ${ada.organization.id}`,
      )
      assert.match((await ada.call('aiSettings.test', {})).failure!, /Enter it again/)
    })

    it('is never used in a sandbox', async () => {
      const { value } = await ada.call('credentials.createApiKey', {
        name: 'test',
        mode: 'test',
        scopes: ['read', 'write', 'admin'],
      })
      const call = server.client(value)
      models.requests.length = 0
      const { answers, note } = await call('aiSettings.get', {})
      assert.equal(answers, false)
      assert.match(note!, /Sandboxes use no language model/)
      assert.equal((await call('aiSettings.test', {})).failure, note)
      const { organization } = await call('accounts.getMe', {})
      assert.equal(await modelFor(server.app, server.app.database, organization!), undefined)
      assert.equal(await explainNoModel(server.app.database, organization!), note)
      assert.equal(models.requests.length, 0)
    })
  })
}

function fieldError(field: string, message: RegExp) {
  return (error: { status: number; errors?: { path: string; message: string }[] }) => {
    assert.equal(error.status, 400)
    assert.equal(error.errors?.[0]?.path, field)
    assert.match(error.errors[0].message, message)
    return true
  }
}
