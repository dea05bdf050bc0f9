import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type CodeHost, CodeHostFailure, openCodeHost } from '../server/platform/code-host.ts'
import { startForge } from './partners/forge.ts'
import { missingFor } from './partners/installed.ts'
import { type ServerProcess, startServerProcess } from './partners/server-process.ts'

/* The client of code hosts against responses that were recorded at GitHub (@octokit/fixtures-server). */

const scenarios = [
  'get-repository',
  'rename-repository',
  'paginate-issues',
  'errors',
  'create-file',
  'get-content',
  'git-refs',
  'create-status',
]
const recordings = new URL(
  'mcp-partners/node_modules/@octokit/fixtures/scenarios/api.github.com/',
  import.meta.url,
)
const token = '0000000000000000000000000000000000000001'
const organization = '/repos/octokit-fixture-org'
const firstCommit = '0000000000000000000000000000000000000001'

describe('the client of code hosts with recorded responses', { skip: missingFor('mcp') ?? false }, () => {
  let replay: ServerProcess
  let folder: string
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-recorded-'))
    replay = await startServerProcess(
      { SCENARIOS: scenarios.join(',') },
      {
        program: new URL('partners/recorded-github.ts', import.meta.url),
        output: path.join(folder, 'output.txt'),
      },
    )
  })
  after(async () => {
    await replay?.stop()
    fs.rmSync(folder, { recursive: true })
  })

  async function clientFor(scenario: string): Promise<CodeHost> {
    const response = await fetch(`${replay.url}/fixtures`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scenario }),
    })
    const { url } = (await response.json()) as { url: string }
    return openCodeHost({ apiUrl: url, token, isTrusted: true })
  }

  it('reads a repository, the scopes of the token and the rate limit', async () => {
    const host = await clientFor('get-repository')
    const { body, scopes, rateLimit } = await host.inspect(`${organization}/hello-world`)
    assert.equal((body as { full_name: string }).full_name, 'octokit-fixture-org/hello-world')
    assert.ok(scopes?.includes('repo') && scopes.includes('workflow'))
    assert.deepEqual([rateLimit?.limit, rateLimit?.remaining], [5000, 4999])
  })

  it('follows a renamed repository for reads and changes', async () => {
    const host = await clientFor('rename-repository')
    const name = `${organization}/rename-repository`
    const named = { name: 'rename-repository-newname' }
    await host.send('PATCH', name, named)
    const found = (await host.get(name)) as { full_name: string }
    assert.equal(found.full_name, 'octokit-fixture-org/rename-repository-newname')
    await host.send('PATCH', name, { ...named, description: 'test description' })
  })

  it('follows the pages of a list to the last one', async () => {
    const host = await clientFor('paginate-issues')
    let listed = await host.getPage(`${organization}/paginate-issues/issues`, { per_page: 3 })
    let count = listed.items.length
    // The links of GitHub name the repository by its id, and only such requests were recorded.
    while (listed.nextPage !== null) {
      listed = await host.getPage('/repositories/1000/issues', { per_page: 3, page: listed.nextPage })
      count += listed.items.length
    }
    assert.equal(count, 13)
  })

  it('explains a rejected change', async () => {
    const host = await clientFor('errors')
    await assert.rejects(
      host.send('POST', `${organization}/errors/labels`, { name: 'foo', color: 'invalid' }),
      (error) =>
        error instanceof CodeHostFailure && error.status === 422 && /Validation Failed/.test(error.message),
    )
  })

  it('writes a file, reads its text, and creates and deletes a branch', async () => {
    const files = await clientFor('create-file')
    const content = { message: 'create test.txt', content: Buffer.from('Test content').toString('base64') }
    const created = await files.send('PUT', `${organization}/create-file/contents/test.txt`, content)
    assert.equal((created as { content: { path: string } }).content.path, 'test.txt')

    const contents = await clientFor('get-content')
    await contents.getPage(`${organization}/hello-world/contents/`)
    const raw = 'application/vnd.github.raw+json'
    assert.equal(
      await contents.getText(`${organization}/hello-world/contents/README.md`, raw),
      '# hello-world',
    )

    const refs = await clientFor('git-refs')
    const at = `${organization}/git-refs/git/refs`
    await refs.getPage(`${at}/`)
    const ref = { ref: 'refs/heads/test', sha: '0000000000000000000000000000000000000002' }
    assert.equal(((await refs.send('POST', at, ref)) as { ref: string }).ref, 'refs/heads/test')
    await refs.send('PATCH', `${at}/heads/test`, { sha: firstCommit })
    await refs.getPage(`${at}/`)
    assert.equal(await refs.send('DELETE', `${at}/heads/test`), null)
  })

  it('reads the statuses of a commit', async () => {
    const host = await clientFor('create-status')
    const at = `${organization}/create-status`
    const status = (state: string, number: number) => ({
      state,
      target_url: 'https://example.com',
      description: `create-status ${state} test`,
      context: `example/${number}`,
    })
    await host.send('POST', `${at}/statuses/${firstCommit}`, status('failure', 1))
    await host.send('POST', `${at}/statuses/${firstCommit}`, status('success', 2))
    assert.equal((await host.getPage(`${at}/commits/${firstCommit}/statuses`)).items.length, 2)
    const combined = (await host.get(`${at}/commits/${firstCommit}/status`)) as { state: string }
    assert.equal(combined.state, 'failure')
  })

  it('has the same fields as the responses of the local code host', async () => {
    const forge = await startForge()
    const ada = forge.addUser('ada')
    const repo = forge.addRepo('ada/web')
    repo.setStatus(repo.head()!, 'build', 'success')
    const host = openCodeHost({ apiUrl: forge.apiUrl, token: ada.token, isTrusted: true })
    const at = '/repos/ada/web'
    const file = { message: 'Add a file', content: Buffer.from('Hi').toString('base64') }
    const ref = { ref: 'refs/heads/next', sha: repo.head() }
    expectSameFields(await host.get(at), recorded('get-repository', 0))
    expectSameFields(await host.get(`${at}/contents/`), recorded('get-content', 0))
    expectSameFields(await host.get(`${at}/commits/main/status`), recorded('create-status', 3))
    expectSameFields(await host.get(`${at}/commits/main/statuses`), recorded('create-status', 2))
    expectSameFields(await host.send('POST', `${at}/git/refs`, ref), recorded('git-refs', 1))
    expectSameFields(await host.send('PUT', `${at}/contents/a.txt`, file), recorded('create-file', 0))
    await forge.close()
  })
})

function recorded(scenario: string, index: number): unknown {
  const text = fs.readFileSync(new URL(`${scenario}/normalized-fixture.json`, recordings), 'utf8')
  return (JSON.parse(text) as { response: unknown }[])[index]!.response
}

/** Checks that every field of a response is in the recorded one, with a value of the same type. */
function expectSameFields(value: unknown, recording: unknown, at = ''): void {
  if (value === null || recording === null) return
  assert.equal(typeof value, typeof recording, at)
  if (typeof value !== 'object') return
  assert.equal(Array.isArray(value), Array.isArray(recording), at)
  const expected = recording as Record<string, unknown>
  if (!Array.isArray(value))
    for (const [name, inner] of Object.entries(value))
      expectSameFields(inner, expected[name], `${at}.${name}`)
  else if (value.length > 0 && expected[0] !== undefined) expectSameFields(value[0], expected[0], `${at}[0]`)
}
