import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { locatorOf } from '../server/doors/http/links.ts'
import { createClient } from '../server/assembly/client.ts'
import { operations } from '../server/assembly/registry.ts'
import routes from '../contract/routes.json' with { type: 'json' }
import { workingInput } from './given.ts'
import { type Person, type TestServer, startOwnServer } from './harness.ts'

const list = 'Clients read it in a list.'

/** The operations that return 201 without a Location, and why. */
const withoutLocation: Record<string, string> = {
  'accounts.register': 'The new account is the caller: GET /api/auth/me.',
  'attachments.create': 'Its URL is in the response, and returns the file.',
  'codeHosts.connect': list,
  'comments.create': list,
  'credentials.createApiKey': list,
  'credentials.createMcpToken': list,
  'credentials.exchangeApiKey': list,
  'decisions.discuss': 'The decision shows its discussion.',
  'evidence.add': list,
  'invitations.create': list,
  'invitations.inviteToTeam': list,
  'live.createTicket': 'A ticket is redeemed once and never read.',
  'organizations.create': 'Only the current organization has a URL.',
  'passkeys.finishRegistration': list,
  'questions.ask': list,
  'repos.createPr': 'The pull request is at the code host, and its URL is in the response.',
  'repos.createWebhook': 'The secret is shown once. GET /api/repos/:repo/webhook shows the rest.',
  'reviews.submit': list,
  'tasks.createMany': 'It creates several things.',
  'teamMembers.add': list,
  'views.create': list,
}

describe('every operation that returns 201', () => {
  let server: TestServer
  let ada: Person
  before(async () => {
    // Ada has the first account, so that she can also create the things of an administrator.
    server = await startOwnServer()
    ada = await server.register('Ada')
  })
  after(() => server.stop())

  const created = operations.map(({ operation }) => operation).filter((operation) => operation.created)

  it('has a Location, or is listed here with a reason', () => {
    const missing = created.filter((operation) => !locatorOf(operation, operations)).map(({ id }) => id)
    assert.deepEqual(missing, Object.keys(withoutLocation))
  })

  it('returns a Location at which the caller reads the new thing', async () => {
    for (const operation of created.filter(({ id }) => !(id in withoutLocation))) {
      let location = ''
      const call = createClient({
        baseUrl: server.url,
        routes,
        token: () => ada.token,
        async fetch(url, init) {
          const response = await fetch(url, init)
          location = response.headers.get('location') ?? ''
          return response
        },
      })
      const input = await workingInput(operation, { owner: ada, server })
      const output = await call(operation.id as never, input as never)
      const read = await fetch(server.url + location, { headers: { Authorization: `Bearer ${ada.token}` } })
      const found = (await read.json()) as { id: string }
      assert.equal(read.status, 200, `${operation.id}: ${location}`)
      assert.ok(JSON.stringify(output).includes(found.id), `${operation.id}: ${location}`)
    }
  })
})
