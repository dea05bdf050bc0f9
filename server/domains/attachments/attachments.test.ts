import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { purgeTrash } from '../trash/purge-trash.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

for (const engine of oneEngine) {
  describe(`attachments on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let guest: Person
    let outsider: Person
    before(async () => {
      server = await startTestServer(engine, { ATTACHMENT_SIZE: '1', ATTACHMENT_QUOTA: '2' })
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      guest = await addMember(server, ada, 'guest')
      outsider = await server.register('Outsider')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const notFound = { status: 404, code: 'not_found' }
    const newTask = async (title: string) => (await ada.call('tasks.create', { project: 'web', title })).key
    const file = (content: string | Uint8Array<ArrayBuffer>, name: string, type = '') =>
      new File([content], name, { type })
    const names = async (item: string, person = ada) =>
      (await person.call('attachments.list', { item })).items.map(({ name }) => name)
    const download = (id: string, { token } = ada) =>
      fetch(`${server.url}/api/attachments/${id}`, { headers: { Authorization: `Bearer ${token}` } })

    it('detects images by their content, and serves everything else as a download', async () => {
      const item = await newTask('Files')
      const files = [
        [file(png, 'shot.png', 'text/html'), 'image/png', 'inline'],
        [file('<svg onload="alert(1)"/>', 'logo.svg', 'image/svg+xml'), null, 'filename="logo.svg"'],
        [file('<script>alert(1)</script>', 'a.png', 'image/png'), null, 'filename="a.png"'],
        [
          file('text', 'Bäume "x".txt'),
          null,
          `filename="B_ume _x_.txt"; filename*=UTF-8''B%C3%A4ume%20%22x%22.txt`,
        ],
      ] as const
      for (const [content, type, disposition] of files) {
        const made = await grace.call('attachments.create', { item, file: content })
        assert.deepEqual(
          [made.type, made.isImage, made.size, made.item.key, made.createdBy.name],
          [type ?? 'application/octet-stream', type !== null, content.size, item, grace.user.name],
        )
        const response = await download(made.id)
        const { headers } = response
        assert.match(headers.get('content-disposition')!, type ? /^inline$/ : /^attachment; /)
        assert.ok(headers.get('content-disposition')!.includes(disposition))
        assert.equal(headers.get('content-type'), made.type)
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
        assert.equal((await response.arrayBuffer()).byteLength, content.size)
      }
      const path = await ada.call('attachments.create', { item, file: file('x', '../../etc/pass\u202ewd\n') })
      assert.equal(path.name, 'passwd')
      const page = await ada.call('attachments.list', { item, limit: 3 })
      assert.deepEqual(
        page.items.map(({ name }) => name),
        ['shot.png', 'logo.svg', 'a.png'],
      )
      const rest = await ada.call('attachments.list', { item, limit: 3, cursor: page.nextCursor! })
      assert.deepEqual([rest.items.length, rest.nextCursor], [2, null])
      const [event] = (await ada.call('activity.listHistory', { item })).items
      assert.deepEqual([event!.type, event!.data.name], ['attachment.created', 'passwd'])
    })

    it('follows the access to the item, also for notes, specs and decisions', async () => {
      const { slug } = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const task = (await ada.call('tasks.create', { project: slug, title: 'Secret' })).key
      const note = (await ada.call('notes.create', { title: 'Mine', content: 'x' })).id
      const spec = (await ada.call('specs.create', { project: slug, title: 'Plan', content: 'x' })).key
      for (const item of [task, note, spec]) {
        const { id } = await ada.call('attachments.create', { item, file: file('SECRET', 's.txt') })
        for (const person of [grace, guest, outsider]) {
          const attempts = [
            () => person.call('attachments.list', { item }),
            () => person.call('attachments.create', { item, file: file('x', 'x') }),
            () => person.call('attachments.get', { attachment: id }),
            () => person.call('attachments.delete', { attachment: id }),
          ]
          for (const attempt of attempts) await assert.rejects(attempt, notFound)
        }
      }
      await ada.call('projects.share', { project: slug, user: guest.user.id, role: 'viewer' })
      assert.deepEqual(await names(task, guest), ['s.txt'])
      const [seen] = (await guest.call('attachments.list', { item: task })).items
      assert.equal(seen!.may.delete, false)
      const forbidden = { status: 403, code: 'forbidden' }
      await assert.rejects(guest.call('attachments.delete', { attachment: seen!.id }), forbidden)
      await assert.rejects(guest.call('attachments.create', { item: task, file: file('x', 'x') }), forbidden)
      const decision = await grace.call('decisions.log', { title: 'Use it', context: 'x', rationale: 'x' })
      await grace.call('attachments.create', { item: decision.key, file: file('x', 'why.txt') })
      assert.deepEqual(await names(decision.key), ['why.txt'])
      assert.equal((await download(seen!.id, outsider)).status, 404)
    })

    it('limits the size of a file and of all files of an organization', async () => {
      const item = await newTask('Large')
      const mebibyte = new Uint8Array(1024 ** 2)
      const tooLarge = ada.call('attachments.create', {
        item,
        file: file(new Uint8Array(1024 ** 2 + 1), 'l'),
      })
      await assert.rejects(tooLarge, { status: 413, code: 'too_large', message: /1 MiB/ })
      await assert.rejects(ada.call('attachments.create', { item, file: file('', 'empty') }), { status: 400 })
      const first = await ada.call('attachments.create', { item, file: file(mebibyte, 'a') })
      const second = () => ada.call('attachments.create', { item, file: file(mebibyte, 'b') })
      await assert.rejects(second(), { status: 422, code: 'attachments_full', message: /2 MiB/ })
      await ada.call('attachments.delete', { attachment: first.id })
      await second()
      await assert.rejects(ada.call('attachments.get', { attachment: first.id }), notFound)
      await assert.rejects(ada.call('attachments.delete', { attachment: first.id }), notFound)
    })

    it('hides the files of an item in the trash, restores them with it, and purges them with it', async () => {
      const item = await newTask('Deleted')
      const { id } = await ada.call('attachments.create', { item, file: file('x', 'x.txt') })
      await ada.call('tasks.delete', { task: item })
      await assert.rejects(ada.call('attachments.get', { attachment: id }), notFound)
      await ada.call('trash.restore', { kind: 'task', item })
      assert.deepEqual(await names(item), ['x.txt'])
      await ada.call('tasks.delete', { task: item })
      const { database } = server.app
      await database.run(sql`update tasks set deleted_at = now() - interval '31 days' where key = ${item}`)
      await purgeTrash(server.app)
      const left = await database.run(sql`select 1 from attachments where id = ${id}`)
      assert.deepEqual(left, [])
    })
  })
}
