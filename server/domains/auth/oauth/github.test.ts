import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type TestServer, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { type GitHub, type GitHubPerson, startGitHub } from '../../../../test/partners/github.ts'
import {
  createBrowser,
  finishSignIn,
  isCallback,
  pageText,
  signInAt,
} from '../../../../test/partners/walking-browser.ts'

const appUrl = 'https://baton.example'

for (const engine of oneEngine) {
  describe(`GitHub sign-in without OpenID Connect, on ${engine}`, () => {
    let server: TestServer
    let github: GitHub
    before(async () => {
      github = await startGitHub()
      // Variable names from the specification.
      const client = { CODEHOST_CLIENT_ID: github.client.id, CODEHOST_CLIENT_SECRET: github.client.secret }
      const addresses = { GITHUB_URL: `${github.url}/`, GITHUB_API_URL: github.apiUrl }
      const base = { APP_URL: appUrl, GITHUB_CLIENT_ID: '', GITHUB_CLIENT_SECRET: '' }
      server = await startOwnServer(engine, { ...base, ...client, ...addresses })
    })
    after(async () => {
      await server.stop()
      await github.close()
    })

    function setUser(about: Partial<GitHubPerson> = {}): GitHubPerson {
      const email = `${randomUUID()}@example.com`
      const emails = [
        { email: `other-${email}`, primary: false, verified: true },
        { email, primary: true, verified: true },
      ]
      return (github.person = { id: randomInt(1, 2 ** 40), login: 'ada', name: 'Ada', emails, ...about })
    }

    it('creates an account with the verified primary address and recognizes the user id later', async () => {
      const person = setUser()
      const { user, token } = await finishSignIn(await signInAt(server, 'github', ''))
      assert.deepEqual([user.email, user.name], [person.emails[1]!.email, 'Ada'])
      github.person = { ...person, login: 'renamed', name: null, emails: [] }
      assert.equal((await finishSignIn(await signInAt(server, 'github', ''))).user.id, user.id)
      const { items } = await server.client(token)('connectedAccounts.list', {})
      assert.deepEqual([items[0]!.provider, items[0]!.email, items[0]!.name], ['github', null, 'renamed'])
    })

    it('rejects an unverified primary address even if another address is verified', async () => {
      const { emails } = setUser()
      setUser({ emails: emails.map((each) => ({ ...each, verified: !each.primary })) })
      assert.equal((await signInAt(server, 'github', '')).told.error, 'address_unverified')
    })

    it('rejects a code from another browser and a code that was already used', async () => {
      setUser()
      const [ada, mallory] = [createBrowser(server), createBrowser(server)]
      const callback = await ada.open('/api/auth/oauth/github', '', isCallback)
      const stolen = await mallory.open('/api/auth/oauth/github', '', isCallback)
      stolen.searchParams.set('code', callback.searchParams.get('code')!)
      assert.equal(pageText(await mallory.open(stolen.href)).error, 'sign_in_failed')
      assert.equal(
        pageText(await ada.open(callback.href)).error,
        'sign_in_failed',
        'Mallory already used the code',
      )
    })

    it('returns an error code for invalid API responses', async () => {
      setUser({ id: 'not a number' as never })
      assert.equal((await signInAt(server, 'github', '')).told.error, 'sign_in_failed')
      setUser({ emails: undefined as never })
      assert.equal((await signInAt(server, 'github', '')).told.error, 'provider_unavailable')
    })
  })
}
