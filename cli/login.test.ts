import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, startTestServer } from '../test/harness.ts'
import { setUpTotp } from '../test/second-factor.ts'
import { Problem } from '../server/assembly/client.ts'
import { pollUntilApproved } from './device-login.ts'
import { openBrowser } from './open-browser.ts'
import { openShell } from './test-shell.ts'

// Commands of the device flow wait five seconds between polls.
describe('baton login', { concurrency: true }, () => {
  const shell = openShell()
  const { home, start, done, printed } = shell
  let server: TestServer
  let ada: Person
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
  })
  after(async () => {
    await server.stop()
    shell.close()
  })

  /** Starts `baton login` with its own configuration folder and returns the printed URL and code. */
  async function logIn(name: string) {
    const environment = { XDG_CONFIG_HOME: path.join(home, name), BATON_URL: server.url }
    const running = start(['login'], environment)
    const [, address, code] = await running.says(/Open (\S+) and check that the code is (\S+)\.\n/)
    return { ...running, environment, address: address!, userCode: code! }
  }

  it('waits for approval in a browser and prints the account', async () => {
    const [approved, denied] = await Promise.all([logIn('approved'), logIn('denied')])
    assert.equal(approved.address, `${server.app.config.APP_URL}/device#code=${approved.userCode}`)
    const shown = await ada.call('deviceFlow.claim', { userCode: approved.userCode })
    assert.match(`${shown.client}, ${shown.device}`, /^Baton CLI on .+, Baton CLI on (Linux|macOS|Windows)$/)
    await ada.call('deviceFlow.approve', { userCode: approved.userCode })
    await ada.call('deviceFlow.claim', { userCode: denied.userCode })
    await ada.call('deviceFlow.approve', { userCode: denied.userCode, approve: false })

    const { code, out } = await approved.ended
    assert.deepEqual([code, out.startsWith(`Signed in to ${server.url} as Ada (${ada.email}).`)], [0, true])
    assert.match(await done(['whoami'], approved.environment), /user: Ada/)
    const login = (await ada.call('logins.list', {})).items.find(({ method }) => method === 'device')!
    assert.match(login.device, /^Baton CLI on (Linux|macOS|Windows)$/)
    const rejected = await denied.ended
    assert.deepEqual([rejected.code, rejected.out], [1, ''])
    assert.match(rejected.err, /The sign-in was denied\./)

    const file = path.join(approved.environment.XDG_CONFIG_HOME, 'baton', 'config.json')
    const { token } = JSON.parse(fs.readFileSync(file, 'utf8'))
    assert.ok(!printed.join('').includes(token), 'the token is never printed')
  })

  it('stops at Ctrl+C with exit code 130 and stores nothing', async () => {
    const { child, ended, environment } = await logIn('interrupted')
    child.kill('SIGINT')
    const { code, out, err } = await ended
    assert.deepEqual([code, out, err.split('\n').length], [130, '', 3])
    assert.equal(fs.existsSync(path.join(environment.XDG_CONFIG_HOME, 'baton')), false)
  })

  it('requires the second factor after a password and stores no login before it', async () => {
    const grace = await server.register('Grace')
    const app = await setUpTotp(server, grace)
    const environment = { XDG_CONFIG_HOME: path.join(home, 'second-factor'), BATON_URL: server.url }
    const input = grace.password
    const words = ['login', '--email', grace.email]
    const { code, err } = await start(words, { ...environment, input }).ended
    assert.equal(code, 1)
    assert.match(err, /This account has a second factor\. Add --code/)
    await done([...words, '--code', await app.code()], { ...environment, input })
    assert.match(await done(['whoami'], environment), /user: Grace/)
    await done(['logout'], environment)
    await done([...words, '--code', app.recoveryCodes[0]!], { ...environment, input })
    await done(['logout'], environment)

    // The commands of the two operations do the same.
    const logIn = ['accounts', 'log-in', '--email', grace.email, '--json']
    const firstStep = JSON.parse(await done(logIn, { ...environment, input }))
    const finish = ['second-factor', 'finish', '--request', firstStep.secondFactor.request, '--json']
    const result = JSON.parse(await done([...finish, '--code', await app.code()], environment))
    assert.deepEqual([result.user.email, result.token], [grace.email, undefined])
    assert.match(await done(['whoami'], environment), /user: Grace/)
  })

  it('hides the token when its steps are separate commands', async () => {
    const environment = { XDG_CONFIG_HOME: path.join(home, 'steps'), BATON_URL: server.url }
    const bob = await server.register('Bob')
    const request = JSON.parse(
      await done(['device-flow', 'request', '--client-id', 'x', '--json'], environment),
    )
    await bob.call('deviceFlow.claim', { userCode: request.user_code })
    await bob.call('deviceFlow.approve', { userCode: request.user_code })
    const words = ['device-flow', 'poll', '--device-code', request.device_code, '--json']
    const result = JSON.parse(await done(words, environment))
    assert.deepEqual([result.user.email, result.access_token], [bob.email, undefined])
    assert.match(await done(['whoami'], environment), /user: Bob/)
  })
})

describe('device login polling', () => {
  const request = { device_code: 'secret', interval: 5, expires_in: 600 }

  /** Polls a server that returns these problems one after the other, and then a login. */
  async function poll(problems: [status: number, code: string][]) {
    const waits: number[] = []
    const responses = problems.values()
    const call = async () => {
      const { value, done } = responses.next()
      if (done) return { access_token: 'token' }
      throw new Problem(value[0], value[1], value[1])
    }
    const ended = pollUntilApproved(call, request, async (seconds) => void waits.push(seconds))
    return { waits, code: await ended.then(String, (error: Problem) => error.code) }
  }

  it('polls at the interval and slows down permanently on slow_down', async () => {
    const { waits } = await poll([
      [400, 'authorization_pending'],
      [400, 'slow_down'],
      [400, 'authorization_pending'],
    ])
    assert.deepEqual(waits, [5, 5, 10, 10])
  })

  it('backs off while the server is unreachable until the code expires', async () => {
    const { waits, code } = await poll(
      Array.from({ length: 20 }, () => [0, 'offline'] as const).map(([a, b]) => [a, b]),
    )
    assert.deepEqual([waits, code], [[5, 10, 20, 40, 80, 160, 320], 'offline'])
  })

  it('stops at any other rejection', async () => {
    assert.deepEqual(await poll([[400, 'expired_token']]), { waits: [5], code: 'expired_token' })
  })
})

describe('opening the browser', () => {
  const folder = openShell()
  const seen = path.join(folder.home, 'seen')
  const environment = { PATH: `${folder.home}:${process.env.PATH}`, DISPLAY: ':9', SEEN: seen }
  before(() => {
    for (const name of ['xdg-open', 'open'])
      fs.writeFileSync(path.join(folder.home, name), '#!/bin/sh\nprintf %s "$*" > "$SEEN"\n', { mode: 0o755 })
  })
  after(() => folder.close())

  it('passes the URL unchanged, without a shell', async () => {
    const address = 'https://baton.example/device#code=A;touch$(id)"'
    await once(openBrowser(address, environment, true)!, 'exit')
    assert.equal(fs.readFileSync(seen, 'utf8'), address)
  })

  it('does nothing without a terminal, a screen or a web URL', () => {
    const address = 'https://baton.example/device'
    assert.equal(openBrowser(address, environment, false), undefined)
    if (process.platform !== 'darwin')
      assert.equal(openBrowser(address, { ...environment, DISPLAY: '' }, true), undefined)
    for (const other of ['file:///etc/passwd', '--help', 'javascript:alert(1)', 'https://'])
      assert.equal(openBrowser(other, environment, true), undefined, other)
  })

  it('ignores a missing browser', async () => {
    const browser = openBrowser('https://baton.example/device', { ...environment, PATH: '/nowhere' }, true)!
    await new Promise((resolve) => browser.once('error', resolve))
  })
})
