import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { childEnvironment } from '../../test/partners/child-environment.ts'
import { openShell } from '../test-shell.ts'
import { dial } from './dial.ts'
import { orderOf, startService } from './test-service.ts'

const token = 'tun_secret'
const permissions = `requesters: { me: true }
commands:
  quick: { program: node, arguments: [-e, "console.log(42)"], mode: allow }
  slow: { program: node, arguments: [-e, "setTimeout(() => {}, 60000)"], mode: allow }
  asked: { program: node, arguments: [-e, ""], mode: ask }
`

describe('the connection of baton tunnel', () => {
  const shell = openShell()
  const config = path.join(shell.home, '.config', 'baton')
  const permissionFile = path.join(config, 'tunnel.yaml')
  const tokenFile = path.join(config, 'tunnel.json')
  let service: Awaited<ReturnType<typeof startService>>

  function registerAt(url: string, mode = 0o600) {
    fs.mkdirSync(config, { recursive: true })
    fs.rmSync(tokenFile, { force: true })
    const registration = { url, tunnel: 'tunnel-1', name: 'build box', token }
    fs.writeFileSync(tokenFile, JSON.stringify(registration), { mode })
    fs.chmodSync(tokenFile, mode)
  }

  before(async () => {
    service = await startService()
  })
  beforeEach(() => {
    registerAt(service.url)
    fs.writeFileSync(permissionFile, permissions, { mode: 0o600 })
  })
  afterEach(() => assert.ok(!shell.printed.join('').includes(token), 'the token is never printed'))
  after(() => {
    service.stop()
    shell.close()
  })

  it('moves to a new connection at a drain, resends unacknowledged outcomes, and stops when it is replaced', async () => {
    const { ended } = shell.start(['tunnel', '--json'])
    const first = await service.welcome()
    assert.equal(first.authorization, `Bearer ${token}`)
    const { machine, declaration, known } = first.hello
    assert.equal((machine as { hostname: string }).hostname.length > 0, true)
    assert.ok(!JSON.stringify(declaration).includes(shell.home), 'a declaration has no absolute path')
    assert.deepEqual(known, [])

    const run = randomUUID()
    first.send({ type: 'run', run: orderOf(run, 'run_command', 'quick') })
    const outcome = (message: Record<string, unknown>) => message.run === run && message.state === 'done'
    await first.receives(outcome)
    first.send({ type: 'drain' })
    const second = await service.welcome()
    assert.deepEqual(second.hello.known, [{ run, state: 'done' }])
    await second.receives(outcome)
    assert.equal(await first.closed, 1000, 'the old connection closes after the new one is in use')
    second.send({ type: 'acknowledge', run })

    second.socket.close(1012)
    const third = await service.welcome()
    assert.deepEqual(third.hello.known, [])
    third.socket.close(4409)
    const { code, err, out } = await ended
    assert.equal(code, 4)
    assert.match(err, /Another process connected/)
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      events.filter(({ type }) => type !== 'run').map(({ type }) => type),
      ['connected', 'connected', 'disconnected', 'connected'],
    )
    assert.equal(events.findLast(({ type }) => type === 'run').requester, 'Ada[31m')
  })

  it('declares a valid change of the permission file, and keeps the old permissions after an invalid one', async () => {
    const { child, says, ended } = shell.start(['tunnel'])
    const { receives } = await service.welcome()
    await says(/Connected to http.* as "build box"\./)
    fs.writeFileSync(permissionFile, permissions.replace('asked:', 'renamed:'))
    const { declaration } = await receives(({ type }) => type === 'declared')
    assert.match(JSON.stringify(declaration), /"target":"renamed"/)
    await says(/allows \d+ actions now/)
    fs.writeFileSync(permissionFile, 'comands: {}\n')
    await says(
      /line 1: comands is unknown\. Did you mean "commands"\? The previous permissions stay in effect\./,
    )
    child.kill('SIGTERM')
    assert.equal((await ended).code, 0)
  })

  it('cancels and reports its runs at SIGTERM and at the second Ctrl+C, and rejects a second process', async () => {
    for (const [signal, code] of [
      ['SIGTERM', 0],
      ['SIGINT', 130],
    ] as const) {
      const { child, says, ended } = shell.start(['tunnel'])
      const connection = await service.welcome()
      const run = randomUUID()
      connection.send({ type: 'run', run: orderOf(run, 'run_command', 'slow') })
      await says(/running +run_command slow/)
      const other = await shell.baton(['tunnel'])
      assert.deepEqual([other.code, /already runs .* as process \d+/.test(other.err)], [1, true], other.err)
      child.kill(signal)
      if (signal === 'SIGINT') {
        await says(/Still running: run_command slow for Ada\[31m\. Press Ctrl\+C again/)
        child.kill(signal)
      }
      await connection.receives((message) => message.run === run && message.state === 'cancelled')
      connection.send({ type: 'acknowledge', run })
      assert.equal((await ended).code, code)
      assert.equal(await connection.closed, 1000)
    }
  })

  it('takes over the lock of a process that was killed, and reports its run as lost', async () => {
    const killed = shell.start(['tunnel'])
    const run = randomUUID()
    const before = await service.welcome()
    before.send({ type: 'run', run: orderOf(run, 'run_command', 'slow') })
    await killed.says(/running +run_command slow/)
    killed.child.kill('SIGKILL')
    await killed.ended
    const { child, ended } = shell.start(['tunnel'])
    const connection = await service.welcome()
    await connection.receives((message) => message.run === run && message.state === 'lost')
    connection.send({ type: 'acknowledge', run })
    const status = JSON.parse(await shell.done(['tunnel', 'status', '--json']))
    assert.equal(status.process, child.pid)
    assert.ok(status.connectedSince)
    assert.deepEqual(
      [status.runs[0].run, status.runs[0].state, status.runs[0].requester],
      [run, 'lost', 'Ada[31m'],
    )
    assert.match(await shell.done(['tunnel', 'status']), /build box.*\n.*Connected since/)
    child.kill('SIGTERM')
    assert.equal((await ended).code, 0)
  })

  it('rejects a token file that other users can read, with the fix', async () => {
    registerAt(service.url, 0o640)
    const { code, err } = await shell.baton(['tunnel'])
    assert.deepEqual([code, err.includes(`Run "chmod 600 ${tokenFile}"`)], [1, true], err)
    fs.rmSync(tokenFile)
    const missing = await shell.baton(['tunnel'])
    assert.deepEqual([missing.code, /isn't registered/.test(missing.err)], [4, true])
  })

  it('explains in one line why it is not connected, and keeps trying unless its token ended', async (test) => {
    const responses: Record<string, [status: number, headers?: Record<string, string>]> = {
      '/none': [404],
      '/moved': [301, { Location: 'https://elsewhere.example' }],
      '/blocked': [403],
      '/down': [503],
      '/ended': [401],
    }
    const server = http.createServer().listen(0, '127.0.0.1')
    test.after(() => server.close())
    server.on('upgrade', ({ url = '' }, socket) => {
      const [status, headers = {}] = responses[url.replace('/api/tunnels/reverse', '')]!
      const lines = Object.entries({ ...headers, 'Content-Length': '0' }).map((entry) => entry.join(': '))
      socket.end(`HTTP/1.1 ${status} No\r\n${lines.join('\r\n')}\r\n\r\n`)
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const cases: [url: string, message: RegExp][] = [
      [`http://127.0.0.1:${port}/none`, /has no tunnels\. Check the URL, or update the server/],
      [`http://127.0.0.1:${port}/moved`, /redirects to https:\/\/elsewhere\.example/],
      [`http://127.0.0.1:${port}/blocked`, /a proxy in front of it, responded with status 403/],
      [`http://127.0.0.1:${port}/down`, /not available \(status 503\)/],
      [`https://127.0.0.1:${port}`, /does not speak TLS/],
      ['http://127.0.0.1:1', /127\.0\.0\.1:1 refuses connections/],
      ['http://nowhere.invalid', /nowhere\.invalid can't be resolved/],
    ]
    for (const [url, message] of cases) {
      const registration = { url, tunnel: 'tunnel-1', name: 'build box', token }
      await assert.rejects(
        dial(registration, () => {}, new AbortController().signal),
        message,
      )
    }
    registerAt(`http://127.0.0.1:${port}/none`)
    const { child, says, ended } = shell.start(['tunnel'])
    await says(/^\S+ {2}The server at \S+ has no tunnels\..* Reconnecting\.\n/)
    child.kill('SIGTERM')
    assert.equal((await ended).code, 0)
    registerAt(`http://127.0.0.1:${port}/ended`)
    const { code, err } = await shell.baton(['tunnel'])
    assert.deepEqual([code, /no longer accepts this machine/.test(err)], [4, true], err)
  })

  it('shows runs in a terminal, takes decisions by keys and restores the terminal', async (test) => {
    if (!fs.existsSync('/usr/bin/script')) return test.skip('script is not installed')
    const program = new URL('../baton.ts', import.meta.url).pathname
    const command = `stty cols 60 rows 20; ${process.execPath} ${program} tunnel; echo "ended $?"; stty -a | grep -o -- "-\\?icanon"`
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...childEnvironment(), HOME: shell.home, TERM: 'xterm', NO_COLOR: '1', SHELL: '/bin/sh' },
    })
    test.after(() => child.kill())
    let screen = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (screen += text))
    const shows = async (pattern: RegExp) => {
      while (!pattern.test(screen)) await new Promise((resolve) => child.stdout.once('data', resolve))
      screen = ''
    }
    const connection = await service.welcome()
    await shows(/build box[^]*Connected since/)
    const [allowed, refused, slow] = [randomUUID(), randomUUID(), randomUUID()]
    connection.send({ type: 'run', run: orderOf(allowed, 'run_command', 'asked') })
    await shows(/Waiting for your consent[^]*run_command asked {2}Ada\[31m/)
    child.stdin.write('a')
    await shows(/Select a run with the arrow keys first/)
    child.stdin.write('\u001b[B')
    await shows(/> run_command asked/)
    child.stdin.write('a')
    await connection.receives(({ run, state }) => run === allowed && state === 'done')
    connection.send({ type: 'acknowledge', run: allowed })
    connection.send({ type: 'run', run: orderOf(slow, 'run_command', 'slow') })
    await shows(/Running[^]*run_command slow/)
    child.stdin.write('q')
    await shows(/1 run is active\. Cancel and quit\? y\/n/)
    child.stdin.write('n')
    child.stdin.write('\u001b[B')
    await shows(/> run_command slow/)
    child.stdin.write('c')
    await connection.receives(({ run, state }) => run === slow && state === 'cancelled')
    connection.send({ type: 'acknowledge', run: slow })
    connection.send({ type: 'run', run: orderOf(refused, 'run_command', 'asked') })
    await shows(/Waiting for your consent/)
    child.stdin.write('\u001b[A')
    await shows(/> run_command asked/)
    child.stdin.write('r')
    const { decidedIn } = await connection.receives(
      ({ run, state }) => run === refused && state === 'refused',
    )
    assert.equal(decidedIn, 'terminal')
    connection.send({ type: 'acknowledge', run: refused })
    await shows(/Last runs[^]*refused/)
    child.stdin.write('q')
    await shows(/\[\?1049l[^]*ended 0\r\nicanon/)
  })
})
