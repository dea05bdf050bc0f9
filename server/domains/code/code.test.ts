import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  engines,
  indexed,
  oneEngine,
  startOwnServer,
} from '../../../test/harness.ts'
import { type GitRepo, type GitServer, startGitServer } from '../../../test/partners/git-server.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { indexOutdatedCode, indexRepository } from './index-repository.ts'
import { renewRun, startRun } from './index-runs.ts'

const cart = `import { taxFor } from './tax.ts'

/** Adds the tax of the buyer's country to the price. */
export function totalPrice(items, country) {
  const net = items.reduce((sum, item) => sum + item.price, 0)
  return net + taxFor(net, country)
}
`
const parser = `// Splits a delimiter-separated line, and respects quotes.
export function parseCsvLine(line) {
  return line.split(',')
}
`

for (const engine of engines) {
  describe(`code search, on ${engine}`, () => {
    let git: GitServer
    let server: TestServer
    let ada: Person
    before(async () => {
      git = await startGitServer()
      server = await startOwnServer(engine, { REPO_HOSTS: git.host })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(async () => {
      await server.stop()
      await git.close()
    })

    async function connect(name: string, files: Record<string, string>, project = 'web') {
      const remote = git.repo(`${name}.git`, [{ message: 'Begin', files }])
      const { id } = await ada.call('repos.connect', { project, url: remote.url })
      await indexRepository(server.app, { repo: id })
      return { id, remote }
    }

    async function push(
      id: string,
      remote: GitRepo,
      given: Parameters<GitRepo['commit']>[0],
    ): Promise<string> {
      const commit = remote.commit(given)
      await ada.call('repos.sync', { repo: id })
      await indexRepository(server.app, { repo: id })
      return commit
    }

    const search = async (q: string, repo: string, person = ada) =>
      (await person.call('code.search', { q, repo })).items
    const paths = async (q: string, repo: string) => (await search(q, repo)).map(({ path }) => path)
    const stateOf = async (repo: string) => (await ada.call('repos.get', { repo })).indexed!
    const chunksOf = (repo: string) =>
      server.app.database.run<{ subject_id: string; title: string; body: string; model: string | null }>(
        sql`select subject_id, title, body, model from code_chunks where repo_id = ${repo} order by title, part`,
      )

    it('finds passages by words, identifiers and meaning, with their lines', async () => {
      const { id } = await connect('shop', {
        'src/cart.ts': cart,
        'src/csv.ts': parser,
        'docs/a.md': '# Ships\n\nBoats.\n',
      })
      assert.deepEqual((await stateOf(id)).embedded, 0)
      const [byWords] = await search('totalPrice', id)
      assert.deepEqual(
        [byWords!.path, byWords!.symbol, byWords!.startLine, byWords!.endLine],
        ['src/cart.ts', 'totalPrice', 1, 7],
      )
      assert.equal(byWords!.url, null)
      assert.equal(byWords!.text, cart.trim())
      assert.deepEqual(await paths('parse csv', id), ['src/csv.ts'])
      assert.deepEqual(await paths('"csv line" -reduce', id), ['src/csv.ts'])
      await indexed(server, { embedded: true })
      const [byMeaning] = await search('Where is VAT computed?', id)
      assert.equal(byMeaning!.path, 'src/cart.ts')
      const { commit, at, files, chunks, embedded, skipped, failure } = await stateOf(id)
      assert.deepEqual([files, chunks, embedded, skipped, failure], [3, 3, 3, 0, null])
      assert.equal(commit, byMeaning!.commit)
      assert.ok(at)
    })

    it('pages through hits, and rejects a query without words', async () => {
      const files = Object.fromEntries(
        [1, 2, 3].map((at) => [
          `pump${at}.ts`,
          `export function pump${at}() { return 'water pump ${at}' }\n`,
        ]),
      )
      const { id: repo } = await connect('pages', files)
      const first = await ada.call('code.search', { q: 'water pump', repo, limit: 2 })
      const second = await ada.call('code.search', {
        q: 'water pump',
        repo,
        limit: 2,
        cursor: first.nextCursor!,
      })
      assert.deepEqual([first.items.length, second.items.length, second.nextCursor], [2, 1, null])
      assert.equal(new Set([...first.items, ...second.items].map(({ path }) => path)).size, 3)
      await assert.rejects(ada.call('code.search', { q: '-pump' }), { status: 400 })
      await assert.rejects(ada.call('code.search', { q: 'pump', repo: 'no-such' }), { status: 404 })
    })

    it('reads only changed files, and keeps the vectors of the others', async () => {
      const { id, remote } = await connect('steps', { 'a.ts': cart, 'b.ts': parser })
      await indexed(server, { embedded: true })
      const before = await chunksOf(id)
      const commit = await push(id, remote, {
        message: 'Change',
        files: { 'b.ts': parser.replace('quotes', 'semicolons'), 'copy.ts': cart },
      })
      const after = await chunksOf(id)
      assert.deepEqual(after[0], before[0])
      assert.notEqual(after[1]!.subject_id, before[1]!.subject_id)
      assert.equal(after.length, 2, 'a copy shares the chunks')
      assert.deepEqual([(await stateOf(id)).commit, (await stateOf(id)).files], [commit, 3])
      assert.deepEqual(await paths('quotes', id), [])
      assert.deepEqual(await paths('semicolons', id), ['b.ts'])
      await push(id, remote, {
        message: 'Move',
        files: { 'b.ts': null, 'moved/b.ts': parser, 'copy.ts': null },
      })
      assert.deepEqual(await paths('csv', id), ['moved/b.ts'])
      assert.deepEqual((await chunksOf(id)).map(({ title }) => title).at(-1), 'moved/b.ts parseCsvLine')
      const requests = git.requests.length
      await indexRepository(server.app, { repo: id })
      assert.equal(git.requests.length, requests, 'an index that is current asks nothing')
    })

    it('runs once at a time for each repository, and continues after a crash', async () => {
      const { id, remote } = await connect('runs', { 'a.ts': cart })
      const { database } = server.app
      const other = '00000000-0000-7000-8000-000000000001'
      assert.equal(await startRun(database, id, other), true)
      assert.equal(await startRun(database, id, '00000000-0000-7000-8000-000000000002'), false)
      const commit = remote.commit({ message: 'Change', files: { 'b.ts': parser } })
      await ada.call('repos.sync', { repo: id })
      await indexRepository(server.app, { repo: id })
      assert.notEqual((await stateOf(id)).commit, commit)
      await database.run(
        sql`update code_indexes set run_until = now() - interval '1 second' where repo_id = ${id}`,
      )
      await indexRepository(server.app, { repo: id })
      assert.equal((await stateOf(id)).commit, commit)
      await assert.rejects(renewRun(database, id, other), /Another run/)
    })

    // The database doesn't decide the outcome of the rest.
    if (!oneEngine.includes(engine)) return

    it('stores no credentials, and reports the files that it leaves out', async () => {
      const secret = ['ghp', 'q7Rk2Vb9Xz4Lm8Tp1Wc6q7Rk2Vb9Xz4Lm8Tp'].join('_')
      const remote = git.repo('hostile.git', [
        {
          message: 'Begin',
          files: {
            'src/config.ts': `export const token = '${secret}'\nexport const port = 1\n`,
            '.env': `TOKEN=${secret}\n`,
            'keys/id_rsa': secret,
            'node_modules/a/index.js': 'export const vendored = 1\n',
            'package-lock.json': '{}',
            'app.js': `${'var a=1;'.repeat(1000)}\n`,
            'image.ts': 'PNG\0\0binary',
            'latin.txt': 'x',
            'model.bin2': 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n',
            'large.ts': 'export const large = 1\n'.repeat(30_000),
            'nul.md': '# Text\n\nwith a \u{d7ff} rare character\n',
            [`${'deep/'.repeat(300)}file.ts`]: 'export const deep = 1\n',
            '--option.ts': 'export const dashes = 1\n',
          },
          links: { 'link.ts': '/etc/passwd' },
          submodules: { lib: '0123456789012345678901234567890123456789' },
        },
      ])
      const { id } = await ada.call('repos.connect', { project: 'web', url: remote.url })
      await indexRepository(server.app, { repo: id })
      const { files, skipped, skippedBy, failure } = await stateOf(id)
      assert.equal(failure, null)
      assert.deepEqual(skippedBy, {
        secret: 2,
        vendored: 1,
        generated: 2,
        binary: 1,
        lfs: 1,
        large: 1,
        limit: 1,
        symlink: 1,
        submodule: 1,
      })
      assert.deepEqual([files, skipped], [4, 11])
      assert.deepEqual(await paths('dashes', id), ['--option.ts'])
      const [hit] = await search('token port', id)
      assert.equal(hit!.text, "export const token = '[redacted]'\nexport const port = 1")
      const [stored] = await server.app.database.run<{ rows: number }>(
        sql`select count(*)::integer as rows from code_chunks
          where (title || body || words::text) ilike ${'%q7Rk2Vb9%'} or body like '%passwd%'`,
      )
      assert.equal(stored!.rows, 0)
    })

    it('indexes many files from a server without partial clones', async () => {
      const files = Object.fromEntries(
        Array.from({ length: 600 }, (_, at) => [`src/${at}.ts`, `export const number${at} = ${at}\n`]),
      )
      for (const partial of [true, false]) {
        const large = { 'large.ts': 'export const large = 1\n'.repeat(30_000) }
        const remote = git.repo(
          `many-${partial}.git`,
          [{ message: 'Begin', files: { ...files, ...large } }],
          { partial },
        )
        const { id } = await ada.call('repos.connect', { project: 'web', url: remote.url })
        await indexRepository(server.app, { repo: id })
        const state = await stateOf(id)
        assert.deepEqual([state.failure, state.files, state.skippedBy], [null, 600, { large: 1 }])
      }
    })

    it('hides code from other organizations, from people without the project, and in the trash', async () => {
      const { id } = await connect('hidden', { 'zebra.ts': 'export function zebraCrossing() {}\n' })
      const all = async (person: Person) =>
        (await person.call('code.search', { q: 'zebraCrossing' })).items.map(({ path }) => path)
      assert.deepEqual(await all(ada), ['zebra.ts'])
      const stranger = await server.register('Mallory')
      assert.deepEqual(await all(stranger), [])
      await assert.rejects(search('zebra', id, stranger), { status: 404 })
      const guest = await addMember(server, ada, 'guest')
      assert.deepEqual(await all(guest), [])
      await ada.call('repos.delete', { repo: id })
      assert.deepEqual(await all(ada), [])
      await ada.call('trash.restore', { kind: 'repo', item: id })
      assert.deepEqual(await all(ada), ['zebra.ts'])
      await server.app.database.run(sql`delete from repos where id = ${id}`)
      assert.deepEqual(await chunksOf(id), [])
    })

    it('hides a private repository from members whose own account cannot read it', async () => {
      const { id } = await connect('private', { 'okapi.ts': 'export function okapi() {}\n' })
      const member = await addMember(server, ada, 'member')
      const all = async (person: Person) => (await person.call('code.search', { q: 'okapi' })).items.length
      assert.deepEqual([await all(ada), await all(member)], [1, 1])
      const { database } = server.app
      await database.run(
        sql`update repos set access = 'person', is_private = true, connected_by = ${ada.user.id} where id = ${id}`,
      )
      const allow = (person: Person) =>
        database.run(
          sql`insert into repo_viewers (repo_id, user_id, can_read, checked_at) values (${id}, ${person.user.id}, true, now())`,
        )
      await allow(ada)
      assert.deepEqual([await all(ada), await all(member)], [1, 0])
      await assert.rejects(search('okapi', id, member), { status: 404 })
      await allow(member)
      assert.equal(await all(member), 1)
    })

    it('links to the lines at the code host', async () => {
      const { id } = await connect('linked', { 'src/a b.ts': 'export function capybara() {}\n' })
      const hosts = [
        { host: 'https://github.com', api: 'https://api.github.com', at: 'blob/COMMIT' },
        { host: 'https://git.example.com', api: 'https://git.example.com/api/v1', at: 'src/commit/COMMIT' },
      ]
      for (const { host, api, at } of hosts) {
        await server.app.database.run(
          sql`update repos set host_url = ${host}, api_url = ${api}, host_name = 'ada/linked' where id = ${id}`,
        )
        const [hit] = await search('capybara', id)
        const url = hit!.url!.replace(hit!.commit, 'COMMIT')
        assert.equal(url, `${host}/ada/linked/${at}/src/a%20b.ts#L1-L1`)
      }
    })

    it('stores why a repository cannot be read, and keeps its index', async () => {
      const { id, remote } = await connect('gone', { 'a.ts': 'export function axolotl() {}\n' })
      remote.remove()
      await server.app.database.run(sql`update repos set head = 'newer' where id = ${id}`)
      await indexRepository(server.app, { repo: id })
      assert.match((await stateOf(id)).failure!, /no repository at this URL/)
      assert.deepEqual(await paths('axolotl', id), ['a.ts'])
      await indexOutdatedCode(server.app)
    })
  })
}
