import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type GitServer, startGitServer } from '../../../test/partners/git-server.ts'
import { addMember } from '../../../test/world.ts'

const application = {
  'README.md': '# Shop\n\n[![build](badge.svg)](x)\n\nSells things to people.\n\nMore.\n',
  'package.json': JSON.stringify({ scripts: { build: 'tsc', test: 'node --test', 'lint;rm': 'x' } }),
  'pnpm-lock.yaml': 'lockfileVersion: 9\n',
  Makefile: '.PHONY: deploy\nNAME := shop\ndeploy: build\n\techo\n',
  'src/a.ts': '1',
  'src/b.ts': '2',
  'CONTRIBUTING.md': 'Be kind.\n',
}

/** Commits without files that a sync reads, because reading them takes as long as the rest. */
const plain = [{ message: 'First', files: { first: '1' } }]

for (const engine of oneEngine) {
  describe(`repositories, on ${engine}`, () => {
    let git: GitServer
    let server: TestServer
    let ada: Person
    before(async () => {
      git = await startGitServer()
      server = await startOwnServer(engine, { REPO_HOSTS: git.host })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB', description: 'A shop.' })
    })
    after(async () => {
      await server.stop()
      await git.close()
    })

    it('connects a repository by URL and reads its branches immediately', async () => {
      const remote = git.repo('shop.git')
      const commit = remote.commit({ message: 'Second' })
      remote.commit({ message: 'Aside' }, 'feature/cart')
      remote.tag('v1.0')
      const repo = await ada.call('repos.connect', { project: 'web', url: `${remote.url}/` })
      assert.deepEqual(
        [repo.name, repo.url, repo.project.slug, repo.status, repo.defaultBranch, repo.head, repo.hasToken],
        ['shop', remote.url, 'web', 'pending', 'main', commit, false],
      )
      assert.deepEqual([repo.branchCount, repo.tagCount, repo.tags], [2, 1, ['v1.0']])
      assert.deepEqual(
        repo.branches.map(({ name }) => name),
        ['feature/cart', 'main'],
      )
      assert.equal(repo.contents, null)
      const { items } = await ada.call('repos.list', { project: 'web' })
      assert.deepEqual(
        items.map(({ id }) => id),
        [repo.id],
      )
      assert.deepEqual(await ada.call('repos.get', { repo: 'SHOP' }), repo)
    })

    it('connects the same repository to a project once', async () => {
      const remote = git.repo('once.git')
      remote.commit({ message: 'Aside' }, 'next')
      const first = await ada.call('repos.connect', { project: 'web', url: remote.url })
      const again = await ada.call('repos.connect', { project: 'web', url: remote.url })
      assert.deepEqual(again, first)
      const changed = await ada.call('repos.connect', {
        project: 'web',
        url: remote.url,
        name: 'Once',
        branch: 'next',
      })
      assert.deepEqual([changed.id, changed.name, changed.defaultBranch], [first.id, 'Once', 'next'])
      assert.deepEqual(await typesOf(first.id), ['created', 'updated'])
      const { url } = git.repo('race.git')
      const both = await Promise.all([1, 2].map(() => ada.call('repos.connect', { project: 'web', url })))
      assert.equal(both[0]!.id, both[1]!.id)
    })

    for (const partial of [true, false])
      it(`reads a repository ${partial ? 'with a partial clone' : 'from a server without partial clones'}`, async () => {
        const { key } = await ada.call('tasks.create', { project: 'web', title: 'Sell more' })
        const remote = git.repo(`read-${partial}.git`, [{ message: 'Begin', files: application }], {
          partial,
        })
        const head = remote.commit({
          message: `Sell more (${key.toLowerCase()})\n\nSee also WEB-999 and XWEB-1x.`,
        })
        const { id: repo } = await ada.call('repos.connect', { project: 'web', url: remote.url })
        const read = await ada.call('repos.sync', { repo })
        assert.deepEqual([read.status, read.failure, read.head], ['ready', null, head])
        assert.ok(read.syncedAt)
        const { contents } = read
        assert.equal(contents!.files, Object.keys(application).length)
        assert.deepEqual(contents!.languages, [
          { name: 'Markdown', files: 2 },
          { name: 'TypeScript', files: 2 },
        ])
        assert.deepEqual(contents!.folders, [{ name: 'src', files: 2 }])
        assert.match(contents!.readme!.text, /Sells things/)
        assert.deepEqual(contents!.manifests, ['package.json', 'Makefile'])
        assert.deepEqual(contents!.guides, ['CONTRIBUTING.md'])
        assert.deepEqual(
          contents!.commands.map(({ command }) => command),
          ['pnpm run build', 'pnpm run test', 'make deploy'],
        )
        assert.deepEqual(
          read.commits.map(({ author, subject, tasks }) => [author, subject, tasks.map((task) => task.key)]),
          [
            ['Ada', `Sell more (${key.toLowerCase()})`, [key]],
            ['Ada', 'Begin', []],
          ],
        )
      })

    it('reads a repository with more commits than it clones', async () => {
      const commits = Array.from({ length: 52 }, (_, index) => ({ message: `Commit ${index}` }))
      const remote = git.repo('long.git', [{ message: 'Begin', files: application }, ...commits])
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: remote.url })
      const read = await ada.call('repos.sync', { repo })
      assert.deepEqual([read.status, read.failure, read.commits.length], ['ready', null, 50])
      assert.match(read.contents!.readme!.text, /Sells things/)
    })

    it('records a sync event only when something changed', async () => {
      const remote = git.repo('news.git', plain)
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: remote.url })
      const first = await ada.call('repos.sync', { repo })
      const second = await ada.call('repos.sync', { repo })
      assert.equal(second.version, first.version)
      assert.ok(Date.parse(second.syncedAt!) >= Date.parse(first.syncedAt!))
      const head = remote.commit({ message: 'New' })
      assert.equal((await ada.call('repos.sync', { repo })).head, head)
      assert.deepEqual(await typesOf(repo), ['created', 'synced', 'synced'])
    })

    it('stores why a repository cannot be read, and recovers', async () => {
      const remote = git.repo('gone.git', plain)
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: remote.url })
      remote.remove()
      const failed = await ada.call('repos.sync', { repo })
      assert.equal(failed.status, 'error')
      assert.match(failed.failure!, /no repository at this URL/)
      await ada.call('repos.sync', { repo })
      git.repo('gone.git', plain)
      assert.equal((await ada.call('repos.sync', { repo })).failure, null)
      assert.deepEqual(await typesOf(repo), ['created', 'failed', 'synced'])
    })

    it('rejects a URL without a readable repository, and explains what to do', async () => {
      const moved = git.repo('moved.git', undefined, { redirect: git.url('shop.git') })
      const cases: [string, string, RegExp][] = [
        [git.url('nothing.git'), 'repo_unreadable', /no repository at this URL/],
        [moved.url, 'repo_unreadable', /another URL/],
        [git.page(), 'repo_unreadable', /isn't a git repository/],
        [git.repo('empty.git', []).url, 'repo_unreadable', /Push a first commit/],
        ['http://127.0.0.1:2/x.git', 'invalid_input', /not valid/],
      ]
      for (const [url, code, message] of cases)
        await assert.rejects(ada.call('repos.connect', { project: 'web', url }), { code, message }, url)
      await assert.rejects(
        ada.call('repos.connect', { project: 'web', url: git.repo('few.git').url, branch: 'other' }),
        { code: 'repo_unreadable', message: /The branch "other" doesn't exist. Branches: main/ },
      )
    })

    it('rejects private hosts, other protocols than https, and passwords in the URL', async () => {
      const inside = [
        '127.1',
        '2130706433',
        '10.0.0.1',
        '169.254.169.254',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '0',
      ]
      for (const host of inside)
        await assert.rejects(
          ada.call('repos.connect', { project: 'web', url: `https://${host}/a.git` }),
          { message: /not on the public internet/ },
          host,
        )
      for (const url of [
        'file:///etc',
        '/etc',
        'ext::sh -c id',
        '--upload-pack=id',
        'git://example.com/a',
        'http://1.1.1.1/a',
        'git@github.com:a/b.git',
        'ssh://git@github.com/a/b',
        'https://ada:pw@github.com/a/b',
        'https://a.b/c?d',
      ])
        await assert.rejects(ada.call('repos.connect', { project: 'web', url }), { status: 400 }, url)
    })

    it('generates instructions from the contents, and lists missing information', async () => {
      const remote = git.repo('agents.git', [{ message: 'Begin', files: application }])
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: remote.url })
      const unread = await ada.call('repos.generateAgentsMd', { repo })
      assert.match(unread.missing.join(' '), /has not been read/)
      await ada.call('repos.sync', { repo })
      await ada.call('decisions.log', {
        project: 'web',
        title: 'Use pnpm',
        rationale: 'It is quick.',
        status: 'accepted',
      })
      const created = await ada.call('repos.generateAgentsMd', { repo, format: 'claude' })
      assert.equal(created.path, 'CLAUDE.md')
      for (const part of [
        'A shop.',
        'Sells things to people.',
        '`pnpm run test`',
        '`src/`: 2 files',
        'Use pnpm',
      ])
        assert.ok(created.text.includes(part), part)
      assert.ok(created.text.includes('`claim_task` with `project: web`'))
      assert.ok(!created.text.includes('lint;rm') && !created.text.includes('badge'))
      assert.match(created.missing.join(' '), /How to lint it/)
      const stored = await ada.call('repos.get', { repo })
      assert.deepEqual([stored.instructions!.path, stored.instructions!.text], [created.path, created.text])
      await ada.call('repos.generateAgentsMd', { repo, format: 'claude' })
      assert.deepEqual(await typesOf(repo), ['created', 'described', 'synced', 'described'])
      const copilot = await ada.call('repos.generateAgentsMd', { repo, format: 'copilot' })
      assert.deepEqual([copilot.path, copilot.text], ['.github/copilot-instructions.md', created.text])
    })

    it('rejects create_pr with the page where a person can open the pull request', async () => {
      const remote = git.repo('pulls.git')
      remote.commit({ message: 'Change' }, 'change')
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: remote.url })
      const createPr = (head: string, base?: string) =>
        ada.call('repos.createPr', {
          repo,
          head,
          title: 'Change it',
          reviewers: ['grace'],
          ...(base && { base }),
        })
      await assert.rejects(createPr('nowhere'), { status: 400, message: /.*/ })
      await assert.rejects(createPr('main'), { status: 400 })
      await assert.rejects(createPr('change', 'nowhere'), { status: 400 })
      await assert.rejects(createPr('change'), {
        code: 'needs_code_host',
        message: /from "change" into "main"/,
      })
    })

    it('applies the rights of the project to its repositories', async () => {
      const remote = git.repo('secret.git')
      await ada.call('projects.create', { name: 'Own', slug: 'own', visibility: 'private' })
      const { id: repo } = await ada.call('repos.connect', { project: 'own', url: remote.url })
      const grace = await addMember(server, ada, 'member')
      await assert.rejects(grace.call('repos.get', { repo }), { status: 404 })
      await assert.rejects(grace.call('repos.sync', { repo }), { status: 404 })
      await ada.call('projects.share', { project: 'own', user: grace.user.id, role: 'viewer' })
      const seen = await grace.call('repos.get', { repo })
      assert.equal(seen.may.edit, false)
      await assert.rejects(grace.call('repos.sync', { repo }), { status: 403 })
      await assert.rejects(grace.call('repos.connect', { project: 'own', url: remote.url }), { status: 403 })
    })

    it('restores a repository from the trash, unless it was connected again', async () => {
      const remote = git.repo('trash.git')
      const { id } = await ada.call('repos.connect', { project: 'web', url: remote.url })
      await ada.call('repos.delete', { repo: id })
      await assert.rejects(ada.call('repos.get', { repo: id }), { status: 404 })
      await ada.call('trash.restore', { kind: 'repo', item: id })
      assert.equal((await ada.call('repos.get', { repo: id })).id, id)
      await ada.call('repos.delete', { repo: id })
      const again = await ada.call('repos.connect', { project: 'web', url: remote.url })
      assert.notEqual(again.id, id)
      await assert.rejects(ada.call('trash.restore', { kind: 'repo', item: id }), { code: 'already_taken' })
    })

    it('offers five repository tools to agents', async () => {
      const remote = git.repo('tools.git', [{ message: 'Begin', files: application }])
      const agent = await ada.agent()
      const created = await agent.call('connect_repo', { project: 'web', url: remote.url })
      assert.equal(created.isError, false)
      const listed = await agent.call('list_repos', { project: 'web' })
      assert.ok(JSON.stringify(listed.data.items).includes('tools.git'))
      assert.equal((await agent.call('sync_repo', { repo: 'tools' })).data.status, 'ready')
      assert.equal((await agent.call('generate_agents_md', { repo: 'tools' })).data.path, 'AGENTS.md')
      const rejected = await agent.call('create_pr', { repo: 'tools', head: 'x', title: 'X' })
      assert.equal(rejected.isError, true)
      await agent.close()
    })

    async function typesOf(id: string): Promise<string[]> {
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      return items.filter(({ subject }) => subject.id === id).map(({ type }) => type.split('.')[1]!)
    }
  })
}
