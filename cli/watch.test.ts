import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, clientFor, runTestServer, startOwnServer } from '../test/harness.ts'
import { openShell } from './test-shell.ts'

describe('baton watch', () => {
  const shell = openShell()
  let server: TestServer
  let ada: Person
  before(async () => {
    server = await startOwnServer()
    ada = await server.register('Ada')
    for (const key of ['WEB', 'APP'])
      await ada.call('projects.create', { name: key, slug: key.toLowerCase(), key })
  })
  after(async () => {
    await server.stop()
    shell.close()
  })

  it('prints events, and after a reconnect the missed ones', async () => {
    const { url } = server
    const environment = { BATON_URL: url, BATON_TOKEN: ada.token }
    const { child, says, ended } = shell.start(['watch', '--project', 'web'], environment)
    await says(/Watching project:web/)
    await ada.call('tasks.create', { project: 'app', title: 'Elsewhere' })
    const { key } = await ada.call('tasks.create', { project: 'web', title: 'Fix it' })
    await says(new RegExp(`\\d\\d:\\d\\d:\\d\\d  Ada  task.created  ${key}  Fix it\\n`))
    await server.stop()
    await says(/The connection was lost/)
    server = await runTestServer({ ...server.environment, PORT: new URL(url).port })
    await ada.call('tasks.create', { project: 'web', title: 'Offline' })
    await says(/task.created {2}WEB-2 {2}Offline\n/)
    child.kill()
    const { out } = await ended
    assert.equal(out.split('\n').length, 3, out)
  })

  it('prints JSON events after a cursor, and selects values with --jq', async () => {
    // The server that was restarted above.
    const call = clientFor(server.url, ada.token)
    const { nextCursor: cursor } = await call('activity.listEvents', { cursor: 'latest' })
    await ada.call('tasks.create', { project: 'web', title: 'Before' })
    const environment = { BATON_URL: server.url, BATON_TOKEN: ada.token }
    const { child, says, ended } = shell.start(['watch', '--json', '--cursor', cursor], environment)
    await says(/Before.*\n/)
    child.kill()
    const [first] = (await ended).out.split('\n')
    assert.equal((JSON.parse(first!) as { type: string }).type, 'task.created')

    const selected = shell.start(['watch', '--jq', '.data.title', '--cursor', cursor], environment)
    await selected.says(/^Before\n/)
    selected.child.kill('SIGINT')
    assert.equal((await selected.ended).code, 130)
  })

  it('reports failures with distinct exit codes', async () => {
    const environment = { BATON_URL: server.url, BATON_TOKEN: ada.token }
    const nowhere = await shell.baton(['watch', '--project', 'nowhere'], environment)
    assert.deepEqual([nowhere.code, nowhere.err.includes('The project "nowhere" doesn\'t exist')], [1, true])
    const signedOut = await shell.baton(['watch'], { ...environment, BATON_TOKEN: 'nonsense' })
    assert.deepEqual([signedOut.code, /no longer valid/.test(signedOut.err)], [4, true])
    const unreachable = await shell.baton(['watch'], { ...environment, BATON_URL: 'http://127.0.0.1:1' })
    assert.equal(unreachable.code, 3)
    assert.match(await shell.done(['watch', '--help']), /baton watch/)
  })
})
