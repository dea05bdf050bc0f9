import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readPackage } from '../scripts/release/manifest.ts'
import { release } from '../scripts/release.ts'
import { clientFor } from './harness.ts'
import { type Installed, installPackages, usersPath } from './installed.ts'
import { type ServerProcess, startServerProcess } from './partners/server-process.ts'
import { signUp } from './sign-up.ts'

/** Tests both packages as a user gets them: installed in an empty folder and run by this machine's Node. */
describe('a release', () => {
  const { version } = readPackage('package.json')
  const built = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-release-'))
  const data = path.join(built, 'data')
  let installed: Installed
  let server: ServerProcess
  let token: string
  const environment = { DATA_DIR: data, LOG_LEVEL: 'warn', RATE_LIMIT_API: '1000000' }

  before(async () => {
    const { server: serverFile, cli } = await release(built)
    installed = await installPackages([serverFile, cli])
  })
  after(async () => {
    await server?.kill()
    installed?.remove()
    fs.rmSync(built, { recursive: true })
  })

  async function start(): Promise<void> {
    const program = path.join(installed.folder, 'node_modules/@baton-server/server/runtime/baton-server.js')
    const node = usersPath
      .split(path.delimiter)
      .map((folder) => path.join(folder, 'node'))
      .find((file) => fs.existsSync(file))
    server = await startServerProcess(
      { ...environment, PATH: usersPath },
      { program: pathToFileURL(program), node, output: path.join(built, 'output') },
    )
  }

  it('installs without a warning, an install script or a version range', () => {
    assert.doesNotMatch(installed.output, /install-scripts|EBADENGINE|deprecated/)
    const manifest = JSON.parse(
      fs.readFileSync(path.join(installed.folder, 'node_modules/@baton-server/server/package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>
    assert.equal(manifest.scripts, undefined)
    for (const [name, range] of Object.entries({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
    }))
      assert.match(range, /^\d+\.\d+\.\d+$/, name)
  })

  it('prints its version and its help, and lists its commands', async () => {
    assert.equal((await installed.run('baton-server', ['--version'])).out, `${version}\n`)
    assert.match((await installed.run('baton-server', ['--help'])).out, /restore <file>/)
    const wrong = await installed.run('baton-server', ['mirgate'])
    assert.equal(wrong.code, 2)
    assert.match(wrong.err, /There is no command "mirgate"\. Commands: start, migrate/)
  })

  it('serves the dashboard, the API, MCP and the handbook', async () => {
    await start()
    const page = await (await fetch(server.url, { headers: { Accept: 'text/html' } })).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]
    assert.equal((await fetch(`${server.url}${script}`)).status, 200)
    const account = { name: 'Ada', email: 'ada@example.com', password: 'the password of Ada' }
    ;({ token } = await signUp(clientFor(server.url, null), account))
    const call = clientFor(server.url, token)
    await call('projects.create', { name: 'Web' })
    await call('tasks.create', { project: 'web', title: 'Mend the bicycle' })
    assert.match((await call('docs.get', { doc: 'self-hosting' })).content, /baton/)
    const { value } = await call('credentials.createMcpToken', { name: 'agent' })
    const tools = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${value}`,
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    assert.match(await tools.text(), /create_task/)
  })

  it('finds a task by meaning with the bundled model', async () => {
    const call = clientFor(server.url, token)
    for (;;) {
      const { entries, embedded } = await call('search.getStatus', {})
      if (entries === 2 && embedded === 2) break
    }
    const { items } = await call('search.find', { q: 'repair a bike', kind: ['task'] })
    assert.deepEqual(
      items.map(({ title }) => title),
      ['Mend the bicycle'],
    )
  })

  it('scales images with the native library', async () => {
    const call = clientFor(server.url, token)
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const image = new File([Buffer.from(png, 'base64')], 'ada.png', { type: 'image/png' })
    assert.ok(await call('images.setAvatar', { image }))
  })

  it('serves a CLI that the released CLI package can call', async () => {
    assert.equal((await fetch(`${server.url}/cli.tgz`)).status, 200)
    const { code, out, err } = await installed.run('baton', ['tasks', 'list', '--project', 'web'], {
      BATON_URL: server.url,
      BATON_TOKEN: token,
    })
    assert.equal(code, 0, err)
    assert.match(out, /Mend the bicycle/)
  })

  it('stops on a signal, and backs up and restores with its own commands', async () => {
    assert.equal(await server.stop(), 0)
    const file = path.join(built, 'saved.backup')
    const saved = await installed.run('baton-server', ['backup', file], environment)
    assert.equal(saved.code, 0, saved.err)
    const empty = await installed.run('baton-server', ['restore'], environment)
    assert.match(empty.err, /Usage: baton-server restore <file>/)
    const restored = await installed.run('baton-server', ['restore', file, '--replace'], environment)
    assert.equal(restored.code, 0, restored.err)
    assert.match(restored.out, /Restored \d+ rows/)
  })
})
