import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { z } from 'zod'
import { anyone, signedIn } from '../server/operations/access.ts'
import { reject } from '../server/errors/errors.ts'
import { operation } from '../server/operations/operation.ts'
import { type Person, type TestServer, engines, startTestServer } from './harness.ts'
import { openTrialDoor, trial } from './trial-door.ts'

const secrets = new Set<string>()
const redeem = operation({
  id: 'tickets.redeem',
  summary: 'Use up a secret that works once.',
  http: 'POST /api/tickets',
  access: anyone,
  input: z.object({ secret: z.string().describe('The secret.') }),
  output: z.object({ redeemed: z.string() }),
  prepare: async (_ctx, { secret }) => (secrets.delete(secret) ? {} : reject('invalid_grant')),
}).run(async (_ctx, { secret }) => ({ redeemed: secret }))

let hung = 0
const hang = operation({
  id: 'pictures.hang',
  summary: 'Hang a picture.',
  http: 'POST /api/pictures',
  access: signedIn,
  upload: 'picture',
  input: z.object({ picture: z.file().describe('The picture.') }),
  output: z.object({ number: z.number() }),
}).run(async () => ({ number: ++hung }))

let turns = 0
const turn = operation({
  id: 'pictures.turn',
  summary: 'Turn to the next picture.',
  http: 'POST /api/pictures/next',
  answers: 'redirect',
  access: signedIn,
  input: z.object({}),
  output: z.object({ location: z.string() }),
}).run(async () => ({ location: `/pictures/${++turns}` }))

for (const engine of engines) {
  describe(`a request that is repeated with its idempotency key, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let door: { url: string; close(): Promise<void> }
    before(async () => {
      server = await startTestServer(engine)
      door = await openTrialDoor(server.app, trial({ redeem, hang, turn }))
      ada = await server.register('Ada')
    })
    after(async () => {
      await door.close()
      await server.stop()
    })

    async function post(url: string, key: string, body: object = {}, token: string | null = ada.token) {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(key && { 'Idempotency-Key': key }),
          ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        },
        body: body instanceof FormData ? body : JSON.stringify(body),
      })
      const replayed = response.headers.get('idempotency-replayed') === 'true'
      return { status: response.status, replayed, text: await response.text(), headers: response.headers }
    }

    it('replays the response before it checks a secret that is used up', async () => {
      secrets.add('open sesame')
      const redeemTicket = (key: string) =>
        post(`${door.url}/api/tickets`, key, { secret: 'open sesame' }, null)
      const [first, second] = [await redeemTicket('ticket-1'), await redeemTicket('ticket-1')]
      assert.deepEqual([first.status, first.replayed], [200, false])
      assert.deepEqual([second.status, second.replayed, second.text], [200, true, first.text])
      for (const key of ['', 'ticket-2'])
        assert.equal((await redeemTicket(key)).status, 400, 'another request')
    })

    it('hides the response from a caller who repeats the key with another secret', async () => {
      secrets.add('mine')
      const redeemTicket = (secret: string) => post(`${door.url}/api/tickets`, 'ticket-3', { secret }, null)
      assert.equal((await redeemTicket('mine')).status, 200)
      assert.equal((await redeemTicket('guessed')).status, 400)
    })

    it('signs in once for a repeated sign-in', async () => {
      const { email, password } = ada
      const logIn = () => post(`${server.url}/api/auth/login`, 'login-1', { email, password }, null)
      const [first, second] = [await logIn(), await logIn()]
      assert.deepEqual([second.status, second.replayed, second.text], [200, true, first.text])
      const sessions = await server.app.database.run(sql`select id from login_sessions
        where user_id = ${ada.user.id}`)
      assert.equal(sessions.length, 2, 'that of the registration, and one more')
    })

    it('stores a repeated image once, and treats another image as another request', async () => {
      const upload = (text: string) => {
        const form = new FormData()
        form.append('picture', new File([text], 'a.png'))
        return post(`${door.url}/api/pictures`, 'picture-1', form)
      }
      const [first, second] = [await upload('sun'), await upload('sun')]
      assert.deepEqual([first.status, second.replayed, second.text], [200, true, first.text])
      assert.equal((await upload('moon')).status, 409)
    })

    it('repeats a redirect, because redirects ignore the key', async () => {
      const [first, second] = [
        await post(`${door.url}/api/pictures/next`, 'next-1'),
        await post(`${door.url}/api/pictures/next`, 'next-1'),
      ]
      assert.deepEqual([first.status, second.status, second.replayed], [302, 302, false])
      assert.notEqual(first.headers.get('location'), second.headers.get('location'))
    })
  })
}
