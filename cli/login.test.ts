import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, startTestServer } from '../test/harness.ts'
import { Problem } from '../server/operations/client.ts'
import { untilAnswered } from './device-login.ts'
import { openBrowser } from './open-browser.ts'
import { openShell } from './test-shell.ts'

describe('baton login', () => {
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

  /** A shell with a login of its own, in which somebody has typed `baton login` and reads what it says. */
  async function logIn(name: string) {
    const environment = { XDG_CONFIG_HOME: path.join(home, name), BATON_URL: server.url }
    const running = start(['login'], environment)
    const [, address, code] = await running.says(/Open (\S+) and check that the code is (\S+)\.\n/)
    return { ...running, environment, address: address!, userCode: code! }
  }

  it('is approved or denied in a browser, and says who is signed in', async () => {
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
    const refused = await denied.ended
    assert.deepEqual([refused.code, refused.out], [1, ''])
    assert.match(refused.err, /The sign-in was denied\./)

    const file = path.join(approved.environment.XDG_CONFIG_HOME, 'baton', 'config.json')
    const { token } = JSON.parse(fs.readFileSync(file, 'utf8'))
    assert.ok(!printed.join('').includes(token), 'the login is on no screen')
  })

  it('ends at Ctrl-C, and leaves nothing behind', async () => {
    const { child, ended, environment } = await logIn('interrupted')
    child.kill('SIGINT')
    const { code, out, err } = await ended
    assert.deepEqual([code, out, err.split('\n').length], [130, '', 3])
    assert.equal(fs.existsSync(path.join(environment.XDG_CONFIG_HOME, 'baton')), false)
  })

  it('by its single steps keeps the token off the screen, too', async () => {
    const environment = { XDG_CONFIG_HOME: path.join(home, 'steps'), BATON_URL: server.url }
    const asked = JSON.parse(
      await done(['device-flow', 'request', '--client-id', 'x', '--json'], environment),
    )
    await ada.call('deviceFlow.claim', { userCode: asked.user_code })
    await ada.call('deviceFlow.approve', { userCode: asked.user_code })
    const words = ['device-flow', 'poll', '--device-code', asked.device_code, '--json']
    const answer = JSON.parse(await done(words, environment))
    assert.deepEqual([answer.user.email, answer.access_token], [ada.email, undefined])
    assert.match(await done(['whoami'], environment), /user: Ada/)
  })
})

describe('waiting for the answer', () => {
  const asked = { device_code: 'secret', interval: 5, expires_in: 600 }

  /** Polls a server that answers with these problems, one after the other, and then with a login. */
  async function poll(problems: [status: number, code: string][]) {
    const waits: number[] = []
    const answers = problems.values()
    const call = async () => {
      const { value, done } = answers.next()
      if (done) return { access_token: 'token' }
      throw new Problem(value[0], value[1], value[1])
    }
    const ended = untilAnswered(call, asked, async (seconds) => void waits.push(seconds))
    return { waits, code: await ended.then(String, (error: Problem) => error.code) }
  }

  it('keeps to the interval, and slows down for good when it is told to', async () => {
    const { waits } = await poll([
      [400, 'authorization_pending'],
      [400, 'slow_down'],
      [400, 'authorization_pending'],
    ])
    assert.deepEqual(waits, [5, 5, 10, 10])
  })

  it('asks half as often while there is no answer, and gives up when the code has run out', async () => {
    const { waits, code } = await poll(
      Array.from({ length: 20 }, () => [0, 'offline'] as const).map(([a, b]) => [a, b]),
    )
    assert.deepEqual([waits, code], [[5, 10, 20, 40, 80, 160, 320], 'offline'])
  })

  it('ends with what the server refuses', async () => {
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

  it('hands the address over as it is: no shell reads it', async () => {
    const address = 'https://baton.example/device#code=A;touch$(id)"'
    await once(openBrowser(address, environment, true)!, 'exit')
    assert.equal(fs.readFileSync(seen, 'utf8'), address)
  })

  it('is left alone without a terminal or a screen, and by anything that is no web address', () => {
    const address = 'https://baton.example/device'
    assert.equal(openBrowser(address, environment, false), undefined)
    if (process.platform !== 'darwin')
      assert.equal(openBrowser(address, { ...environment, DISPLAY: '' }, true), undefined)
    for (const other of ['file:///etc/passwd', '--help', 'javascript:alert(1)', 'https://'])
      assert.equal(openBrowser(other, environment, true), undefined, other)
  })

  it('does no harm where there is none', async () => {
    const browser = openBrowser('https://baton.example/device', { ...environment, PATH: '/nowhere' }, true)!
    await new Promise((resolve) => browser.once('error', resolve))
  })
})
