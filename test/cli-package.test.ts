import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { buildCli } from '../scripts/release/build-cli.ts'
import { readPackage } from '../scripts/release/manifest.ts'
import { type Person, type TestServer, startTestServer } from './harness.ts'
import { type Installed, installPackages } from './installed.ts'
import { freePort } from './partners/postgres.ts'

describe('the CLI package that an instance serves', () => {
  let server: TestServer
  let ada: Person
  let installed: Installed
  const { version } = readPackage('package.json')

  before(async () => {
    await buildCli()
    const port = String(await freePort())
    server = await startTestServer('pglite', { PORT: port, APP_URL: `http://localhost:${port}` })
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web shop' })
    installed = await installPackages([`${server.url}/cli.tgz`])
  })
  after(async () => {
    installed?.remove()
    await server?.stop()
  })

  it('is a public file that caches can revalidate', async () => {
    const response = await fetch(`${server.url}/cli.tgz`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/gzip')
    assert.equal(response.headers.get('cache-control'), 'public, no-cache')
    assert.match(response.headers.get('content-disposition')!, new RegExp(`"baton-cli-${version}.tgz"`))
    const size = (await response.arrayBuffer()).byteLength

    const head = await fetch(`${server.url}/cli.tgz`, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), String(size))
    const etag = head.headers.get('etag')!
    const again = await fetch(`${server.url}/cli.tgz`, { headers: { 'If-None-Match': etag } })
    assert.equal(again.status, 304)
    assert.equal((await fetch(`${server.url}/cli.tgz`, { method: 'POST' })).status, 404)
  })

  it('installs without dependencies and has the version of the server', async () => {
    assert.doesNotMatch(installed.output, /install-scripts|EBADENGINE|deprecated/)
    assert.deepEqual(fs.readdirSync(`${installed.folder}/node_modules/@baton-server`), ['cli'])
    assert.deepEqual(await installed.run('baton', ['--version']), {
      code: 0,
      out: `baton ${version}\n`,
      err: '',
    })
    assert.match((await installed.run('baton', ['tasks', 'create', '--help'])).out, /--title/)
  })

  it('calls the instance that served it', async () => {
    const { code, out, err } = await installed.run('baton', ['projects', 'list'], { BATON_TOKEN: ada.token })
    assert.equal(code, 0, err)
    assert.match(out, /Web shop/)
    const elsewhere = await installed.run('baton', ['projects', 'list'], { BATON_URL: 'http://127.0.0.1:9' })
    assert.equal(elsewhere.code, 3)
    assert.match(elsewhere.err, /http:\/\/127\.0\.0\.1:9/)
  })

  it('follows events, even on a Node without WebSocket', async () => {
    const watching = installed.start('baton', ['watch', '--project', 'web-shop'], { BATON_TOKEN: ada.token })
    try {
      await watching.prints(/Watching/)
      await ada.call('tasks.create', { project: 'web-shop', title: 'Pack the parcels' })
      await watching.prints(/task\.created.*Pack the parcels/)
    } finally {
      watching.kill()
    }
  })
})
