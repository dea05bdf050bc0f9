import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../server/database/sql.ts'
import { type Person, type TestServer, startTestServer } from '../../test/harness.ts'
import { openShell } from '../test-shell.ts'
import { TestFolders, openConnection } from './test-folder.ts'

describe('baton sync on a connection', () => {
  let server: TestServer
  let ada: Person
  const folders = new TestFolders()
  const open = (titles?: string[], url = server.url) => folders.open(ada, url, titles)
  const another = () => folders.another(ada, server.url)
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
  })
  after(async () => {
    folders.close()
    await server.stop()
  })

  it('keeps changes while it is offline, and sends none twice after a lost response', async () => {
    const connection = await openConnection(server.url)
    const { folder, slug, get } = await open(['One', 'Two'], connection.url)
    const [one, two] = folder.files() as [string, string]
    connection.mode = 'down'
    folder.edit(one, 'title: One', 'title: Offline')
    folder.write('new.md', '# New\n')
    const offline = await folder.run()
    assert.deepEqual([offline.code, /2 changes wait/.test(offline.err)], [3, true], offline.err)
    folder.edit(one, 'title: Offline', 'title: Offline twice')
    fs.rmSync(folder.at(two))
    const { missing, changed } = JSON.parse(await folder.done('status', '--json'))
    assert.deepEqual([missing, changed], [[two], [one]])
    fs.renameSync(folder.at('new.md'), folder.at('moved.md'))
    assert.equal((await folder.run()).code, 3)
    // The server processes the push, and the response is lost.
    connection.mode = 'cut'
    assert.equal((await folder.run()).code, 3)
    connection.mode = 'up'
    await folder.done()
    await folder.done()
    const { items } = await ada.call('tasks.list', { project: slug })
    assert.deepEqual(items.map(({ title }) => title).toSorted(), ['New', 'Offline twice'])
    assert.equal((await get(1)).title, 'Offline twice')
    assert.match(folder.read('moved.md'), /title: New/)
    connection.close()
  })

  it('removes the files of a revoked device only on request', async () => {
    const { folder, slug } = await open(['One', 'Two'])
    const [one, two] = folder.files() as [string, string]
    folder.edit(one, 'title: One', 'title: Unsent')
    const { items } = await ada.call('devices.list', {})
    for (const { id } of items) await ada.call('devices.remove', { device: id })
    const { code, err } = await folder.run()
    assert.deepEqual([code, /revoked.*"baton sync wipe"/s.test(err)], [4, true], err)
    assert.equal(folder.files().length, 2)
    await folder.done('wipe')
    assert.deepEqual([folder.files(), folder.exists('.baton')], [[one], false])
    // The folder can be connected again, and the unsent text is kept in a note.
    await folder.init(slug)
    assert.match(folder.read(one), /title: One/)
    assert.match(folder.read(one.replace(/md$/, 'conflict.md')), /title: Unsent/)
    assert.ok(folder.exists(two))
  })

  it('watches files and the server until it is stopped', async () => {
    const { folder, slug, key } = await open(['One'])
    const shell = openShell()
    const environment = { BATON_URL: server.url, BATON_TOKEN: ada.token }
    const { says, child, ended } = shell.start(['sync', '--watch', folder.path], environment)
    await says(/Watching .*work/)
    folder.write('tasks/new.md', '# New\n')
    await says(/created {3}tasks\/new\.md/)
    await ada.call('tasks.update', { task: `${key}-1`, title: 'Live' })
    await says(/pulled .*one\.md \(title\)/)
    child.kill('SIGINT')
    assert.equal((await ended).code, 130)
    shell.close()
    assert.equal((await ada.call('tasks.list', { project: slug })).items.length, 2)
  })

  it('syncs 5,000 files, and reads only changed ones afterwards', async () => {
    const { folder, slug, key, get } = await open(['Task 1'])
    const { id } = await get(1)
    // A push of all tasks would mainly test the server.
    await server.app.database.run(sql`
      insert into tasks (id, organization_id, project_id, number, key, title, description, position, created_by)
      select gen_random_uuid(), organization_id, project_id, n, ${key} || '-' || n, 'Task ' || n, 'Text',
             position || n, created_by
      from tasks, generate_series(2, 5000) n where id = ${id}`)
    const second = another()
    await second.init(slug)
    const files = second.files()
    assert.equal(files.length, 5000)
    for (const file of files.slice(0, 600)) second.edit(file, 'status: todo', 'status: blocked')
    assert.match(await second.done(), /pushed {4}580 more files/)
    assert.equal(await second.done(), 'Everything is in sync.\n')
    assert.match(await folder.done(), /pulled {4}580 more files/)
    // The inserted rows are in no journal, so that only the pushed ones arrive.
    assert.equal(folder.files().length, 600)
  })
})
