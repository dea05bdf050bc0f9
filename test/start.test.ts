import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isSupported } from '../runtime/launch.js'
import { openEntries } from './file-modes.ts'
import { defaultEngine, freshDatabase } from './harness.ts'
import { freePort } from './partners/postgres.ts'
import { connectPerson } from '../scripts/demo/actors.ts'
import { startServerProcess } from './partners/server-process.ts'
import { childEnvironment } from './partners/child-environment.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-start-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Copies a production install: without the sources of the dashboard, and without the packages that build it. */
function installForProduction(dashboard: Record<string, string>): string {
  const copy = fs.mkdtempSync(path.join(folder, 'install-'))
  for (const name of ['server', 'scripts', 'runtime', 'contract', 'docs', 'model', 'package.json'])
    fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  fs.mkdirSync(path.join(copy, 'node_modules'))
  for (const name of fs.readdirSync(path.join(root, 'node_modules')))
    if (!['vite', 'rolldown', '.cache'].includes(name))
      fs.symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
  for (const [name, text] of Object.entries(dashboard)) {
    fs.mkdirSync(path.dirname(path.join(copy, 'dashboard', name)), { recursive: true })
    fs.writeFileSync(path.join(copy, 'dashboard', name), text)
  }
  return copy
}

describe('npm start', () => {
  it('needs Node 24.7 or newer', () => {
    for (const version of ['24.7.0', '24.21.0', '25.0.0', '26.10.0']) assert.ok(isSupported(version), version)
    for (const version of ['18.20.0', '20.20.2', '22.22.0', '24.6.9'])
      assert.ok(!isSupported(version), version)
  })

  it('serves a prebuilt dashboard where nothing can build it, with a new database that is private', async () => {
    const copy = installForProduction({ 'dist/index.html': '<title>Prebuilt</title>' })
    const data = path.join(copy, 'data')
    // What a first start leaves behind that was interrupted.
    fs.mkdirSync(path.join(data, 'database.new/global'), { recursive: true })
    fs.writeFileSync(path.join(data, 'database.new/PG_VERSION'), '18\n')
    const output = path.join(data, 'server.log')
    const program = pathToFileURL(path.join(copy, 'scripts/start.js'))
    const server = await startServerProcess({ DATA_DIR: data }, { program, output })
    assert.match(await (await fetch(server.url)).text(), /Prebuilt/)
    assert.equal(await server.stop(), 0)
    assert.match(fs.readFileSync(output, 'utf8'), /Baton is running at/)
    assert.match(fs.readFileSync(output, 'utf8'), /\/sign-up#setup=[\w-]{43}\n/)
    assert.ok(!fs.existsSync(path.join(data, 'database.new')))
    // Windows has no such modes.
    if (process.platform !== 'win32') assert.deepEqual(openEntries(path.join(data, 'database')), [])
  })

  it('adds eight weeks of an example organization with npm run demo, once', async () => {
    const { DATA_DIR = '', ...database } = await freshDatabase(defaultEngine)
    const settings = { ...database, DATA_DIR, PORT: String(await freePort()) }
    const runDemo = () =>
      spawnSync(process.execPath, ['scripts/demo.ts'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...childEnvironment(), ...settings },
      })
    const { stdout, stderr } = runDemo()
    assert.match(stdout, /Added the projects "Ferry booking"/, stderr)
    assert.match(runDemo().stdout, /already exists/)

    const server = await startServerProcess(settings, { output: path.join(DATA_DIR, 'server.log') })
    const [, password] = /password +(\S+)/.exec(stdout)!
    const url = `http://localhost:${settings.PORT}`
    const login = await connectPerson(url, null)('accounts.logIn', {
      email: 'demo@example.com',
      password: password!,
    })
    const mara = connectPerson(url, 'token' in login ? login.token : null)
    const { stats } = await mara('projects.get', { project: 'ferry-booking' })
    const weeks = stats.throughput.filter(({ created, completed }) => created > 0 && completed > 0)
    assert.ok(weeks.length >= 6, 'the charts show the history')
    const insights = await mara('projects.getInsights', { project: 'ferry-booking' })
    const worked = insights.weeks.filter(
      ({ completed: { people, agents } }) => people.tasks + agents.tasks > 0,
    )
    assert.ok(worked.length >= 6, 'the journal shows it too')
    const members = (await mara('members.list', {})).items
    assert.equal(members.filter(({ user }) => user.avatarUrl).length, 5)
    assert.equal((await mara('agents.list', {})).items.length, 3)
    const [builder] = (await mara('agents.listLive', {})).items
    assert.deepEqual([builder!.name, builder!.session?.title], ['Builder', 'Price vehicles by length'])
    const features = (await mara('features.list', { project: 'ferry-booking' })).items
    assert.deepEqual(features.map(({ gate }) => String(gate)).toSorted(), ['null', 'review'])
    const { items } = await mara('activity.list', { limit: 200 })
    assert.ok(items.every(({ at }) => Date.parse(at) <= Date.now()))
    assert.equal(await server.stop(), 0)
  })

  it('says how to get the dashboard where there is none', () => {
    const copy = installForProduction({ 'package.json': '{}' })
    const { status, stderr } = spawnSync(process.execPath, [path.join(copy, 'scripts/start.js')], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...childEnvironment(), DATA_DIR: path.join(copy, 'data') },
    })
    assert.equal(
      stderr,
      'The dashboard is not built. Run "npm install" without --omit=dev, then "npm start".\n',
    )
    assert.equal(status, 1)
  })
})
