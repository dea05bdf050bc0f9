import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../server/database/sql.ts'
import { type Person, type TestServer, startTestServer } from '../../test/harness.ts'
import { commands } from '../commands.ts'
import { openShell } from '../test-shell.ts'

describe('baton tunnel', { concurrency: 2 }, () => {
  const shell = openShell()
  const config = path.join(shell.home, '.config', 'baton')
  const tokenFile = path.join(config, 'tunnel.json')
  let server: TestServer
  let ada: Person

  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
    const login = ['login', '--url', server.url, '--email', ada.email]
    assert.equal((await shell.baton(login, { input: `${ada.password}\n` })).code, 0)
  })
  after(async () => {
    await server.stop()
    shell.close()
  })

  function storedToken(): string {
    return JSON.parse(fs.readFileSync(tokenFile, 'utf8')).token
  }

  // Runs beside the others, because it waits five seconds for the poll of its sign-in.
  it('signs in with the device flow if there is no login, then registers', async () => {
    const grace = await server.register('Grace')
    const folder = path.join(shell.home, 'other')
    const { says, ended } = shell.start(['tunnel', 'register', '--url', server.url], {
      XDG_CONFIG_HOME: folder,
    })
    const [, userCode = ''] = await says(/check that the code is (\S+)\.\n/)
    await grace.call('deviceFlow.claim', { userCode })
    await grace.call('deviceFlow.approve', { userCode })
    const { code, err } = await ended
    assert.equal(code, 0, err)
    const { tunnel } = JSON.parse(fs.readFileSync(path.join(folder, 'baton', 'tunnel.json'), 'utf8'))
    assert.deepEqual(
      (await grace.call('tunnels.list', {})).items.map(({ id }) => id),
      [tunnel],
    )
  })

  describe('with a login', { concurrency: 1 }, () => {
    it('writes the permission file once', async () => {
      assert.match(await shell.done(['tunnel', 'init']), /Wrote .*tunnel\.yaml/)
      const file = path.join(config, 'tunnel.yaml')
      assert.equal(fs.statSync(file).mode & 0o777, 0o600)
      fs.appendFileSync(file, '# mine\n')
      const [again, unknown] = await shell.batonAll([
        ['tunnel', 'init'],
        ['tunnel', 'statsu'],
      ])
      assert.deepEqual([again!.code, /already exists\. Edit it/.test(again!.err)], [1, true])
      assert.match(fs.readFileSync(file, 'utf8'), /# mine\n$/)
      assert.deepEqual([unknown!.code, /Did you mean "status"\?/.test(unknown!.err)], [2, true])
    })

    it('registers with the login, stores a private token and renews it for the same tunnel', async () => {
      const first = JSON.parse(await shell.done(['tunnel', 'register', '--name', 'Build box', '--json']))
      assert.equal(first.name, 'Build box')
      assert.equal(fs.statSync(tokenFile).mode & 0o777, 0o600)
      const firstToken = storedToken()
      assert.match(firstToken, /^tun_/)
      assert.match(
        await shell.done(['tunnel', 'register']),
        /registered as "Build box" at http.*\n.*tunnel init/,
      )
      assert.equal(JSON.parse(fs.readFileSync(tokenFile, 'utf8')).tunnel, first.tunnel)
      assert.notEqual(storedToken(), firstToken)
      for (const token of [firstToken, storedToken()])
        assert.ok(!shell.printed.join('').includes(token), 'the token is never printed')
      const { items } = await ada.call('tunnels.list', {})
      const active = items.filter(({ status }) => status !== 'revoked')
      assert.deepEqual(
        active.map(({ id, status }) => [id, status]),
        [[first.tunnel, 'offline']],
      )
      assert.match(await shell.done(['tunnel', 'status']), /Not running\. Start it with "baton tunnel"\./)
    })

    it('claims a code without a login, and rejects a wrong, used or late one', async () => {
      const before = storedToken()
      const claim = (...codes: string[]) =>
        shell.batonAll(
          codes.map((code) => ['tunnel', 'claim', code, '--url', server.url]),
          { BATON_TOKEN: '' },
        )
      const { nonce: late, tunnel } = await ada.call('tunnels.register', { name: 'Late' })
      await server.app.database.run(
        sql`update tunnels set nonce_expires_at = now() - interval '1 second' where id = ${tunnel.id}`,
      )
      for (const { code, err } of await claim('BBBB-BBBB-BBBB-BBBB', late))
        assert.deepEqual([code, /wrong, was already used or has expired/.test(err)], [4, true], err)
      assert.equal(storedToken(), before, 'a rejected code keeps the registration')
      const { nonce } = await ada.call('tunnels.register', { name: 'Server' })
      const [claimed, used] = await claim(nonce, nonce)
      assert.equal(claimed!.code, 0, claimed!.err)
      assert.match(claimed!.out, /registered as "Server"/)
      assert.match(claimed!.err, /replaces the registration as "Build box"/)
      assert.equal(used!.code, 4)
      assert.deepEqual(
        fs.readdirSync(config).filter((name) => name.startsWith('tunnel.json')),
        ['tunnel.json'],
      )
      assert.equal((await shell.baton(['tunnel', 'claim'])).code, 2)
      const claimCommand = commands.find(({ id }) => id === 'tunnels.claim')
      assert.equal(claimCommand?.signsIn, false, 'the token of a machine never replaces the login')
    })

    it('continues a run while its connection is dropped, and cancels it at SIGTERM', async () => {
      const proxy = await startProxy(new URL(server.url).port)
      const stored = JSON.parse(fs.readFileSync(tokenFile, 'utf8'))
      const tunnel: string = stored.tunnel
      fs.writeFileSync(tokenFile, JSON.stringify({ ...stored, url: proxy.url }))
      const started = path.join(shell.home, 'started')
      const proceed = path.join(shell.home, 'proceed')
      const program = `const fs = require('fs')
fs.appendFileSync(process.argv[1], 'x')
setInterval(() => { if (fs.existsSync(process.argv[2])) { console.log('proceeds'); process.exit() } }, 20)`
      const wait = { program: process.execPath, arguments: ['-e', program, started, proceed], mode: 'allow' }
      // JSON is valid YAML.
      const permissions = JSON.stringify({ requesters: { me: true }, commands: { wait } })
      fs.writeFileSync(path.join(config, 'tunnel.yaml'), permissions, { mode: 0o600 })
      const { child, says, ended } = shell.start(['tunnel'])
      await says(/Connected to/)
      const request = { tunnel, action: 'run_command', target: 'wait' } as const
      const run = await ada.call('tunnels.execute', request)
      await says(/running +run_command wait {2}Ada/)
      proxy.drop()
      await says(/Reconnecting[^]*Connected to/)
      fs.writeFileSync(proceed, '')
      const result = await ada.call('tunnels.getRun', { tunnel, run: run.id, waitSeconds: 30 })
      assert.deepEqual([result.state, result.output], ['done', 'proceeds\n'])
      assert.equal(fs.readFileSync(started, 'utf8'), 'x', 'the command ran once')

      fs.rmSync(proceed)
      const second = await ada.call('tunnels.execute', request)
      await says(/(running +run_command wait[^]*){2}/)
      child.kill('SIGTERM')
      assert.equal((await ended).code, 0)
      const cancelled = await ada.call('tunnels.getRun', { tunnel, run: second.id, waitSeconds: 30 })
      assert.equal(cancelled.state, 'cancelled')
      proxy.close()
    })

    it('stops with exit code 4 when the machine is revoked', async () => {
      const { tunnel } = JSON.parse(await shell.done(['tunnel', 'register', '--name', 'Revoked', '--json']))
      const { says, ended } = shell.start(['tunnel'])
      await says(/Connected to/)
      await ada.call('tunnels.delete', { tunnel })
      const { code, err } = await ended
      assert.deepEqual([code, /no longer accepts this machine/.test(err)], [4, true], err)
    })
  })
})

/** A TCP proxy in front of the server, whose connections a test can drop. */
async function startProxy(port: string) {
  const sockets = new Set<net.Socket>()
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(port), '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    drop,
    close() {
      drop()
      proxy.close()
    },
  }
}
