import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Forge, signatureOf, startForge } from './forge.ts'
import { pushBranch } from './push-branch.ts'
import { startReceiver } from './receiver.ts'

/* The tests of Baton rely on this code host, so it must respond as GitHub's public description says. */

let forge: Forge
before(async () => {
  forge = await startForge()
})
after(() => forge.close())

/** The fields of the responses that these tests read. A list of them too. */
interface Shape extends ReadonlyArray<Shape> {
  number: number
  state: string
  sha: string
  head: { sha: string }
  errors: { field: string }[]
  total_count: number
  check_runs: { conclusion: string }[]
  status: string
  ahead_by: number
  commit: { message: string }
  files: object[]
  content: string
  path: string
}

function clientOf(token?: string) {
  return async (line: string, body?: object, headers: Record<string, string> = {}) => {
    const [method, target] = line.split(' ') as [string, string]
    const response = await fetch(target.startsWith('http') ? target : forge.apiUrl + target, {
      method,
      redirect: 'manual',
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = (text ? JSON.parse(text) : undefined) as Shape
    return { status: response.status, headers: response.headers, json }
  }
}

it('keeps pull requests, reviews, checks and merges of pushed branches, and sends each change to the webhook', async () => {
  const ada = forge.addUser('ada')
  forge.addUser('bo')
  const repo = forge.addRepo('ada/web', { collaborators: ['bo'] })
  const api = clientOf(ada.token)
  const receiver = await startReceiver()
  const hook = { config: { url: receiver.url(), secret: 'hush', content_type: 'json' }, events: ['*'] }
  assert.equal((await api('POST /repos/ada/web/hooks', hook)).status, 201)

  const login = { message: 'Log in', files: { 'login.ts': 'export const login = 1\n' } }
  await pushBranch({ url: repo.url, token: ada.token, branch: 'web-1-login', ...login })
  const created = await api('POST /repos/ada/web/pulls', {
    title: 'Log in',
    head: 'web-1-login',
    base: 'main',
  })
  assert.deepEqual([created.status, created.json.number, created.json.state], [201, 1, 'open'])
  const again = await api('POST /repos/ada/web/pulls', {
    head: 'none',
    base: 'main',
  })
  assert.deepEqual(
    again.json.errors.map((each) => each.field),
    ['title', 'head'],
  )
  const asked = await api('POST /repos/ada/web/pulls/1/requested_reviewers', { reviewers: ['nobody'] })
  assert.equal(asked.status, 422)
  const { sha } = created.json.head
  assert.equal(sha, repo.head('web-1-login'))
  repo.setCheck(sha, 'build', 'completed', 'failure')
  repo.setCheck(sha, 'build', 'completed', 'success')
  const checks = await api(`GET /repos/ada/web/commits/${sha}/check-runs`)
  assert.deepEqual([checks.json.total_count, checks.json.check_runs[0]?.conclusion], [1, 'success'])
  repo.review(1, 'bo', 'approved')
  assert.equal((await api('GET /repos/ada/web/pulls/1/reviews')).json[0]?.state, 'APPROVED')

  const merged = await api('PUT /repos/ada/web/pulls/1/merge', {})
  const compared = await api(`GET /repos/ada/web/compare/${sha}...main`)
  assert.deepEqual([compared.json.status, compared.json.ahead_by], ['ahead', 1])
  const reverted = repo.revert(merged.json.sha)
  const one = await api(`GET /repos/ada/web/commits/${reverted}`)
  assert.match(one.json.commit.message, new RegExp(`This reverts commit ${merged.json.sha}`))
  assert.deepEqual(one.json.files, [{ filename: 'login.ts', status: 'removed' }])

  await repo.delivered()
  const events = receiver.received.map(({ headers }) => headers['x-github-event'])
  for (const event of ['ping', 'push', 'pull_request', 'check_run', 'pull_request_review'])
    assert.ok(events.includes(event), event)
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]]
  assert.equal(headers['x-hub-signature-256'], signatureOf(body, 'hush'))
  await receiver.close()
})

it('hides private repositories, redirects renamed ones, and limits requests', async () => {
  const [cleo, dan] = [forge.addUser('cleo'), forge.addUser('dan')]
  const repo = forge.addRepo('cleo/plan', { private: true })
  const [api, others] = [clientOf(cleo.token), clientOf(dan.token)]
  assert.equal((await api('GET /repos/cleo/plan')).headers.get('x-oauth-scopes'), 'repo, read:user')
  for (const caller of [others, clientOf()]) assert.equal((await caller('GET /repos/cleo/plan')).status, 404)
  assert.equal((await clientOf('wrong')('GET /repos/ada/web')).status, 401)
  await assert.rejects(pushBranch({ url: repo.url, token: dan.token, branch: 'web-2', message: 'Look' }))

  repo.rename('cleo/roadmap')
  const moved = await api('GET /repos/cleo/plan/branches?per_page=1')
  assert.equal(moved.status, 301)
  repo.commit({ message: 'Two', files: { 'a.txt': 'a' } }, 'two')
  const page = await api(`GET ${moved.headers.get('location')}`)
  assert.match(page.headers.get('link')!, /page=2>; rel="next"/)
  const known = { 'if-none-match': page.headers.get('etag')! }
  assert.equal((await api(`GET ${moved.headers.get('location')}`, undefined, known)).status, 304)

  forge.limit({ remaining: 1 })
  const statuses = [await api('GET /user'), await api('GET /user'), await api('GET /user')]
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 403, 200],
  )
  assert.equal(statuses[1]!.headers.get('x-ratelimit-remaining'), '0')
  forge.limit({ retryAfter: 7 })
  assert.equal((await api('GET /user')).headers.get('retry-after'), '7')
})

it('writes files, and creates branches for them', async () => {
  const eve = forge.addUser('eve')
  const repo = forge.addRepo('eve/app')
  const api = clientOf(eve.token)
  const ref = { ref: 'refs/heads/notes', sha: repo.head() }
  assert.equal((await api('POST /repos/eve/app/git/refs', ref)).status, 201)
  assert.equal((await api('POST /repos/eve/app/git/refs', ref)).status, 422)
  const content = { message: 'Notes', branch: 'notes', content: Buffer.from('Hi\n').toString('base64') }
  assert.equal((await api('PUT /repos/eve/app/contents/docs/notes.md', content)).status, 201)
  assert.equal((await api('PUT /repos/eve/app/contents/docs/notes.md', content)).status, 422)
  const read = await api('GET /repos/eve/app/contents/docs/notes.md?ref=notes')
  assert.equal(Buffer.from(read.json.content, 'base64').toString(), 'Hi\n')
  const listed = await api('GET /repos/eve/app/contents/docs?ref=notes')
  assert.equal(listed.json[0]?.path, 'docs/notes.md')
})
