import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CodeHostPartner, startCodeHost } from '../../test/partners/code-host.ts'
import { type CodeHost, CodeHostFailure, openCodeHost } from './code-host.ts'

describe('the client of code hosts', () => {
  let partner: CodeHostPartner
  let codeHost: CodeHost
  before(async () => {
    partner = await startCodeHost()
    codeHost = openCodeHost({ apiUrl: partner.apiUrl, token: partner.token, isTrusted: true })
    for (const title of ['One', 'Two', 'Three']) partner.add(title)
  })
  after(() => partner.close())

  const path = '/repos/acme/baton/issues'
  const failure = (status: number, pattern: RegExp, seconds?: number) => (error: unknown) => {
    assert.ok(error instanceof CodeHostFailure)
    assert.deepEqual([error.status, error.retryAfterSeconds], [status, seconds])
    assert.match(error.message, pattern)
    return true
  }

  it('follows the pages of a list by its Link header', async () => {
    const first = await codeHost.getPage(path, { per_page: 2 })
    assert.deepEqual([first.items.length, first.nextPage], [2, 2])
    const last = await codeHost.getPage(path, { per_page: 2, page: first.nextPage! })
    assert.deepEqual([last.items.length, last.nextPage], [1, null])
  })

  it('repeats a read with its ETag, and returns the known response to a 304', async () => {
    const query = { per_page: 2, state: 'all' }
    const first = await codeHost.getPage(path, query)
    assert.deepEqual(await codeHost.getPage(path, query), first)
    assert.equal(partner.requests.at(-1)!.status, 304)
    partner.change(1, { title: 'Changed' })
    assert.notDeepEqual(await codeHost.getPage(path, query), first)
  })

  it('sends changes as JSON', async () => {
    const created = (await codeHost.send('POST', path, { title: 'Four' })) as { number: number }
    await codeHost.send('PATCH', `${path}/${created.number}`, { state: 'closed' })
    const issue = (await codeHost.get(`${path}/${created.number}`)) as { title: string; state: string }
    assert.deepEqual([issue.title, issue.state], ['Four', 'closed'])
  })

  it('explains errors, and reads the wait of each kind of rate limit', async () => {
    await assert.rejects(codeHost.get(`${path}/99`), failure(404, /responded with 404: Not Found$/))
    partner.respondOnce(429, { 'Retry-After': '7' })
    await assert.rejects(codeHost.get(path), failure(429, /429/, 7))
    partner.respondOnce(403, { 'Retry-After': '30' })
    await assert.rejects(codeHost.get(path), failure(403, /403/, 30))
    partner.respondOnce(403, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1' })
    await assert.rejects(codeHost.get(path), failure(403, /403/, 1))
    partner.respondOnce(403, { 'X-RateLimit-Remaining': '10' })
    await assert.rejects(codeHost.get(path), failure(403, /403: Scripted/))
    partner.respondOnce(502, {}, '<html>')
    await assert.rejects(codeHost.get(path), failure(502, /responded with 502\.$/))
    partner.respondOnce(200, {}, '<html>')
    await assert.rejects(codeHost.get(path), failure(200, /something else than JSON/))
    partner.respondOnce(200, {}, '{}')
    await assert.rejects(codeHost.getPage(path), failure(200, /something else than a list/))
    const stranger = openCodeHost({ apiUrl: partner.apiUrl, token: 'wrong', isTrusted: true })
    await assert.rejects(stranger.get(path), failure(401, /Bad credentials/))
  })

  it('follows a renamed repository, and never sends the token to another host', async () => {
    partner.rename('acme/renamed')
    assert.equal((await codeHost.getPage(path)).items.length > 0, true)
    const received: unknown[] = []
    const other = await startCodeHost()
    partner.respondOnce(302, { Location: `${other.apiUrl}/user/repos` })
    await assert.rejects(codeHost.get('/user/repos'), failure(302, /302/))
    received.push(...other.requests)
    await other.close()
    assert.deepEqual(received, [])
  })

  it('rejects a private network, unless the operator configured it', async () => {
    const untrusted = openCodeHost({ apiUrl: partner.apiUrl, token: partner.token })
    const requests = partner.requests.length
    await assert.rejects(untrusted.get(path), failure(0, /not on the public internet/))
    assert.equal(partner.requests.length, requests)
  })
})
