import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, startTestServer } from '../../test/harness.ts'
import { TestFolders } from './test-folder.ts'

describe('baton sync', () => {
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

  it('writes an item of each kind as a file, and pushes edits of any field', async () => {
    const { folder, key, slug, get } = await open(['Fix the login: now'])
    const file = `tasks/${key}-1-fix-the-login-now.md`
    assert.match(
      folder.read(file),
      new RegExp(
        `^---\\nid: [\\w-]{36}\\nkey: ${key}-1\\ntitle: "Fix the login: now"\\nstatus: todo\\n---\\n\\nOne\\n\\nTwo\\n$`,
      ),
    )
    assert.deepEqual(folder.files(), [file])
    assert.equal(folder.read('.baton/.gitignore'), '*\n')

    const epic = await ada.call('epics.create', { project: slug, title: 'Accounts' })
    const story = await ada.call('stories.create', { project: slug, epic: epic.key, title: 'Sign in' })
    folder.edit(
      file,
      'status: todo',
      `status: in_progress\npriority: high\nassignee: ${ada.user.username}\nlabels: [web]\ndueAt: 2026-12-24T17:00:00Z`,
    )
    folder.edit(file, 'Two', 'Two, changed  ')
    folder.write('buy-milk.md', '# Buy milk\n')
    folder.write('tasks/call the dentist.md', 'Before noon.')
    folder.write('notes/ideas.md', '---\ntitle: Ideas\ntags: [later]\n---\nA note')
    folder.write('decisions/cache.md', '# Use a cache\n\n## Context\n\nSlow.\n\n## Rationale\n\nFast.\n')
    folder.write('specs/login.md', '# Login\n\nThe spec.\n')
    folder.write(
      'skills/deploy.md',
      '---\nname: Deploy\nslug: deploy-web\ndescription: How to deploy\n---\n\nPush it.\n',
    )
    folder.write('README.md', '# About this folder\n')
    for (const ignored of [
      'tasks/.x.md.swp',
      'tasks/.#x.md',
      'tasks/4913',
      'tasks/x.md~',
      'tasks/#x.md#',
      'tasks/.DS_Store',
    ])
      fs.writeFileSync(folder.at(ignored), '# Ignored\n')
    await folder.done()
    const task = await get(1)
    assert.deepEqual(
      [task.status, task.priority, task.assignee?.name, task.labels, task.dueAt, task.description],
      ['in_progress', 'high', 'Ada', ['web'], '2026-12-24T17:00:00.000Z', 'One\n\nTwo, changed  '],
    )
    assert.match(
      folder.read('buy-milk.md'),
      new RegExp(`^---\\nid: .*\\nkey: ${key}-\\d\\ntitle: Buy milk\\nstatus: todo\\n---\\n$`),
    )
    assert.match(
      folder.read('tasks/call the dentist.md'),
      /title: Call the dentist\nstatus: todo\n---\n\nBefore noon\.$/,
    )
    assert.match(folder.read('notes/ideas.md'), /^---\nid: .*\ntitle: Ideas\ntags: \[later\]\n---\nA note$/)
    assert.match(
      folder.read('decisions/cache.md'),
      /\nkey: D-\d+\ntitle: Use a cache\nstatus: \w+\n---\n\n## Context\n\nSlow\.\n\n## Rationale\n\nFast\.\n$/,
    )
    assert.match(folder.read('specs/login.md'), /\ntitle: Login\nstatus: draft\n---\n\nThe spec\.\n$/)
    const { items: skills } = await ada.call('skills.list', { search: 'deploy-web' })
    assert.deepEqual([skills[0]!.slug, skills[0]!.scope], ['deploy-web', 'personal'])
    const { items } = await ada.call('tasks.list', { project: slug })
    assert.deepEqual(items.map(({ title }) => title).toSorted(), [
      'Buy milk',
      'Call the dentist',
      'Fix the login: now',
    ])

    // A change on the server changes one line. A sync without changes touches nothing.
    await ada.call('tasks.update', { task: task.id, title: 'Renamed', story: story.key })
    const old = folder.read(file)
    await folder.done()
    assert.equal(
      folder.read(file),
      old.replace(/title: .*/, 'title: Renamed').replace(/(assignee: .*\n)/, `$1story: ${story.key}\n`),
    )
    const times = folder.files().map((each) => fs.statSync(folder.at(each), { bigint: true }).ctimeNs)
    assert.equal(await folder.done(), 'Everything is in sync.\n')
    assert.deepEqual(
      folder.files().map((each) => fs.statSync(folder.at(each), { bigint: true }).ctimeNs),
      times,
    )
  })

  it('follows moved and deleted files, and keeps the line breaks of editors', async () => {
    const { folder, key, slug, get } = await open(['One', 'Two', 'Three', 'Four'])
    const at = (number: number, title: string) => `tasks/${key}-${number}-${title}.md`
    folder.write(at(1, 'one'), folder.read(at(1, 'one')).replaceAll('\n', '\r\n'))
    assert.equal(await folder.done(), 'Everything is in sync.\n')
    await ada.call('tasks.update', { task: `${key}-1`, description: 'A\nB', priority: 'low' })
    // A move, a swap of two names, and a deletion.
    fs.mkdirSync(folder.at('notes/later'), { recursive: true })
    fs.renameSync(folder.at(at(2, 'two')), folder.at('notes/later/second.md'))
    fs.renameSync(folder.at(at(3, 'three')), folder.at('tasks/x.md'))
    fs.renameSync(folder.at(at(1, 'one')), folder.at(at(3, 'three')))
    fs.renameSync(folder.at('tasks/x.md'), folder.at(at(1, 'one')))
    fs.rmSync(folder.at(at(4, 'four')))
    folder.edit('notes/later/second.md', 'title: Two', 'title: Second')
    await folder.done()
    assert.deepEqual([(await get(2)).title, (await get(2)).project], ['Second', slug])
    await assert.rejects(get(4), { status: 404 })
    assert.match(
      folder.read(at(3, 'three')),
      new RegExp(
        `\\r\\nkey: ${key}-1\\r\\ntitle: One\\r\\nstatus: todo\\r\\npriority: low\\r\\n---\\r\\n\\r\\nA\\r\\nB\\r\\n$`,
      ),
    )
    assert.match(folder.read(at(1, 'one')), new RegExp(`key: ${key}-3\\ntitle: Three`))
    await ada.call('tasks.delete', { task: `${key}-3` })
    assert.match(await folder.done(), /removed .*-1-one\.md/)
    assert.deepEqual(folder.files(), ['notes/later/second.md', at(3, 'three')])
  })

  it('reports broken files with their line, and changes nothing for them', async () => {
    const { folder, key, get, slug } = await open(['One', 'Two', 'Three'])
    const [one, two, three] = folder.files() as [string, string, string]
    const broken = folder.read(one).replace('status: todo', 'status: [todo')
    folder.write(one, broken)
    folder.edit(two, 'status: todo', 'status: nonsense')
    folder.write('tasks/copy.md', folder.read(three))
    folder.edit(three, 'title: Three', 'title: Third')
    folder.write('tasks/stranger.md', '---\nid: 0192f0c1-2222-7333-8444-555566667777\ntitle: X\n---\n')
    await ada.call('tasks.update', { task: `${key}-1`, title: 'Changed' })
    const { code, err } = await folder.run()
    assert.equal(code, 1)
    assert.match(err, new RegExp(`^${one}:\\d: `, 'm'))
    assert.match(err, new RegExp(`^${two}:5: .*status`, 'm'))
    assert.match(err, /^tasks\/copy\.md:1: This is a copy of another file/m)
    assert.match(err, /^tasks\/stranger\.md:2: No item of this project has this id/m)
    assert.equal(folder.read(one), broken)
    assert.deepEqual([(await get(2)).status, (await get(3)).title], ['todo', 'Third'])
    const { items } = await ada.call('tasks.list', { project: slug })
    assert.equal(items.length, 3)
    // A refused edit stays in the file, also when the server changes another field of the same item.
    await ada.call('tasks.update', { task: `${key}-2`, priority: 'high' })
    await folder.run()
    assert.match(folder.read(two), /status: nonsense\npriority: high\n/)
    folder.edit(one, '[todo', 'blocked')
    folder.edit(two, 'nonsense', 'in_review')
    for (const file of ['tasks/copy.md', 'tasks/stranger.md']) fs.rmSync(folder.at(file))
    await folder.done()
    assert.deepEqual(
      [(await get(1)).status, (await get(1)).title, (await get(2)).status],
      ['blocked', 'Changed', 'in_review'],
    )
    const noId = folder.read(one).replace(/id: .*\n/, '')
    folder.write(one, noId)
    assert.match((await folder.run()).err, new RegExp(`^${one}:1: The line "id: `))
    assert.equal(folder.read(one), noId)
  })

  it('keeps a sent edit in its file while a pull does not show it yet', async (t) => {
    const { folder, key, get } = await open(['One'])
    const [one] = folder.files() as [string]
    const whole = folder.read(one)
    folder.write(one, whole.replace('status: todo', 'status: [todo'))
    await ada.call('tasks.update', { task: `${key}-1`, title: 'Changed' })
    await folder.run()
    // A pull shows a change after all earlier transactions have ended.
    const client = await server.app.database.connect()
    const { fetch } = globalThis
    t.mock.method(globalThis, 'fetch', async (...request: Parameters<typeof fetch>) => {
      const [{ url }] = request as [Request]
      if (url.endsWith('/api/sync/push')) await client.query('begin; select pg_current_xact_id()')
      return fetch(...request)
    })
    folder.write(one, whole.replace('status: todo', 'status: blocked'))
    await folder.done()
    assert.match(folder.read(one), /title: Changed\nstatus: blocked\n/)
    await client.query('rollback')
    client.release()
    t.mock.restoreAll()
    await folder.done()
    assert.match(folder.read(one), /title: Changed\nstatus: blocked\n/)
    assert.equal((await get(1)).status, 'blocked')
  })

  it('stops after a mass deletion or a checkout, and ignores old texts that git brings back', async () => {
    const { folder, key, get, slug } = await open(['One', 'Two', 'Three'])
    const [one, two] = folder.files() as [string, string]
    const git = (...words: string[]) =>
      execFileSync(
        'git',
        ['-C', folder.path, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words],
        { stdio: 'pipe', encoding: 'utf8' },
      )
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-qm', 'Start')
    assert.equal(git('status', '--porcelain'), '')
    git('switch', '-qc', 'old')
    git('rm', '-q', two)
    git('commit', '-qm', 'Without one')
    git('switch', '-q', 'main')
    folder.edit(one, 'title: One', 'title: First')
    await folder.done()
    git('commit', '-qam', 'Rename')
    // The other branch has the old title, and lacks a file.
    git('switch', '-q', 'old')
    const { code, err } = await folder.run()
    assert.deepEqual([code, /is missing since git changed the files/.test(err)], [1, true], err)
    assert.equal((await get(1)).title, 'First')
    git('switch', '-q', 'main')
    assert.equal(await folder.done(), 'Everything is in sync.\n')
    git('switch', '-q', 'old')
    folder.edit(one, 'status: todo', 'status: blocked')
    await folder.done('--restore')
    assert.deepEqual(
      [(await get(1)).title, (await get(1)).status],
      ['One', 'blocked'],
      'an edited file is an edit',
    )
    assert.ok(folder.exists(two))
    git('add', '-A')
    git('commit', '-qm', 'Work')
    git('switch', '-q', 'main')
    await folder.done()
    assert.deepEqual(
      [(await get(1)).title, (await get(1)).status, git('diff', '--stat').includes(one)],
      ['One', 'blocked', true],
    )

    // A clone on another machine recognizes its files, keeps a text that only it has, and replaces outdated ones.
    git('commit', '-qam', 'Sync')
    const clone = another()
    execFileSync('git', ['clone', '-q', folder.path, clone.path])
    await ada.call('tasks.update', { task: `${key}-1`, title: 'Newer' })
    clone.edit(two, 'Two\n', 'Two, mine\n')
    await clone.init(slug)
    assert.match(clone.read(one), /title: Newer/)
    assert.match(clone.read(two.replace(/md$/, 'conflict.md')), /Two, mine/)
    assert.equal(clone.files().length, 4)
    for (const file of clone.files().filter((each) => !each.includes('conflict'))) fs.rmSync(clone.at(file))
    assert.match((await clone.run()).err, /3 of 3 files are missing\. Nothing was synced/)
    assert.equal((await ada.call('tasks.list', { project: slug })).items.length, 3)
    await clone.done('--delete')
    assert.equal((await ada.call('tasks.list', { project: slug })).items.length, 0)
    assert.match(await folder.done(), /removed/)
    assert.deepEqual(folder.files(), [])
  })

  it('merges edits of two folders, and writes a note about a conflict that no edit is lost', async () => {
    const { folder: first, key, slug, get } = await open(['One', 'Two'])
    const second = another()
    await second.init(slug)
    const [one, two] = first.files() as [string, string]
    first.edit(one, 'One\n\nTwo', 'One, first\n\nTwo')
    first.edit(one, 'title: One', 'title: From the first')
    second.edit(one, 'One\n\nTwo', 'One\n\nTwo, second')
    second.edit(one, 'title: One', 'title: From the second')
    fs.rmSync(first.at(two))
    second.edit(two, 'title: Two', 'title: Kept in a note')
    await first.done()
    const out = await second.done()
    assert.match(out, /pushed .*\(title, description; conflict\)/)
    const { title, description } = await get(1)
    assert.deepEqual([title, description], ['From the second', 'One, first\n\nTwo, second'])
    assert.match(second.read(one), /title: From the second\n[^]*\n\nOne, first\n\nTwo, second\n$/)
    const note = one.replace(/md$/, 'conflict.md')
    assert.match(second.read(note), /## title[^]*From the second[^]*From the first/)
    assert.equal(second.exists(two), false)
    assert.match(second.read(two.replace(/md$/, 'conflict.md')), /Kept in a note/)
    await first.done()
    assert.equal(first.read(note), second.read(note))
    // Resolving both removes the notes.
    const { items } = await ada.call('conflicts.list', { project: slug, state: 'open' })
    for (const { id } of items) await ada.call('conflicts.resolve', { conflict: id, take: 'other' })
    for (const folder of [first, second]) {
      await folder.done()
      assert.deepEqual(folder.files().length, 2)
      assert.match(folder.read(one), /title: From the first/)
    }
    assert.equal((await get(2)).title, 'Kept in a note')
    assert.match(first.files()[1]!, new RegExp(`${key}-2`))
  })
})
