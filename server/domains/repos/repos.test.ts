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

    it('are connected by their address, and looked at once', async () => {
      const there = git.repo('shop.git')
      const commit = there.commit({ message: 'Second' })
      there.commit({ message: 'Aside' }, 'feature/cart')
      there.tag('v1.0')
      const repo = await ada.call('repos.connect', { project: 'web', url: `${there.url}/` })
      assert.deepEqual(
        [repo.name, repo.url, repo.project.slug, repo.status, repo.defaultBranch, repo.head, repo.hasToken],
        ['shop', there.url, 'web', 'pending', 'main', commit, false],
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

    it('are in a project once, however often they are connected', async () => {
      const there = git.repo('once.git')
      there.commit({ message: 'Aside' }, 'next')
      const first = await ada.call('repos.connect', { project: 'web', url: there.url })
      const again = await ada.call('repos.connect', { project: 'web', url: there.url })
      assert.deepEqual(again, first)
      const changed = await ada.call('repos.connect', {
        ...{ project: 'web', url: there.url, name: 'Once', branch: 'next' },
      })
      assert.deepEqual([changed.id, changed.name, changed.defaultBranch], [first.id, 'Once', 'next'])
      assert.deepEqual(await typesOf(first.id), ['created', 'updated'])
      const { url } = git.repo('race.git')
      const both = await Promise.all([1, 2].map(() => ada.call('repos.connect', { project: 'web', url })))
      assert.equal(both[0]!.id, both[1]!.id)
    })

    for (const partial of [true, false])
      it(`are read with git, ${partial ? 'in part' : 'where their server sends all of it'}`, async () => {
        const { key } = await ada.call('tasks.create', { project: 'web', title: 'Sell more' })
        const there = git.repo(`read-${partial}.git`, [{ message: 'Begin', files: application }], { partial })
        const head = there.commit({
          message: `Sell more (${key.toLowerCase()})\n\nSee also WEB-999 and XWEB-1x.`,
        })
        const { id: repo } = await ada.call('repos.connect', { project: 'web', url: there.url })
        const read = await ada.call('repos.sync', { repo })
        assert.deepEqual([read.status, read.failure, read.head], ['ready', null, head])
        assert.ok(read.syncedAt)
        const { contents } = read
        assert.equal(contents!.files, Object.keys(application).length)
        assert.deepEqual(contents!.languages, [
          ...[
            { name: 'Markdown', files: 2 },
            { name: 'TypeScript', files: 2 },
          ],
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

    it('are told of only when something there is new', async () => {
      const there = git.repo('news.git')
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: there.url })
      const first = await ada.call('repos.sync', { repo })
      const second = await ada.call('repos.sync', { repo })
      assert.equal(second.version, first.version)
      assert.ok(Date.parse(second.syncedAt!) >= Date.parse(first.syncedAt!))
      const head = there.commit({ message: 'New' })
      assert.equal((await ada.call('repos.sync', { repo })).head, head)
      assert.deepEqual(await typesOf(repo), ['created', 'synced', 'synced'])
    })

    it('say why they cannot be read, and can again', async () => {
      const there = git.repo('gone.git')
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: there.url })
      there.remove()
      const failed = await ada.call('repos.sync', { repo })
      assert.equal(failed.status, 'error')
      assert.match(failed.failure!, /no repository at this URL/)
      await ada.call('repos.sync', { repo })
      git.repo('gone.git')
      assert.equal((await ada.call('repos.sync', { repo })).failure, null)
      assert.deepEqual(await typesOf(repo), ['created', 'failed', 'synced'])
    })

    it('are refused where there is nothing to read, with what to do', async () => {
      const moved = git.repo('moved.git', undefined, { redirect: git.url('shop.git') })
      const cases: [string, string, RegExp][] = [
        [git.url('nothing.git'), 'repo_unreadable', /no repository at this URL/],
        [moved.url, 'repo_unreadable', /another URL/],
        [git.page(), 'repo_unreadable', /no git repository/],
        [git.repo('empty.git', []).url, 'repo_unreadable', /Push a first commit/],
        ['http://127.0.0.1:2/x.git', 'invalid_input', /not valid/],
      ]
      for (const [url, code, message] of cases)
        await assert.rejects(ada.call('repos.connect', { project: 'web', url }), { code, message }, url)
      await assert.rejects(
        ada.call('repos.connect', { project: 'web', url: git.repo('few.git').url, branch: 'other' }),
        { code: 'repo_unreadable', message: /no branch "other". There are: main/ },
      )
    })

    it('are nowhere that is not public, over nothing but https, and never with a password in the address', async () => {
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
        ...[
          'file:///etc',
          '/etc',
          'ext::sh -c id',
          '--upload-pack=id',
          'git://example.com/a',
          'http://1.1.1.1/a',
        ],
        ...[
          'git@github.com:a/b.git',
          'ssh://git@github.com/a/b',
          'https://ada:pw@github.com/a/b',
          'https://a.b/c?d',
        ],
      ])
        await assert.rejects(ada.call('repos.connect', { project: 'web', url }), { status: 400 }, url)
    })

    it('are generated instructions from what is there, and what is missing is said', async () => {
      const there = git.repo('agents.git', [{ message: 'Begin', files: application }])
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: there.url })
      const unread = await ada.call('repos.generateAgentsMd', { repo })
      assert.match(unread.missing.join(' '), /has not been read/)
      await ada.call('repos.sync', { repo })
      await ada.call('decisions.log', {
        ...{ project: 'web', title: 'Use pnpm', rationale: 'It is quick.', status: 'accepted' },
      })
      const made = await ada.call('repos.generateAgentsMd', { repo, format: 'claude' })
      assert.equal(made.path, 'CLAUDE.md')
      for (const part of [
        'A shop.',
        'Sells things to people.',
        '`pnpm run test`',
        '`src/`: 2 files',
        'Use pnpm',
      ])
        assert.ok(made.text.includes(part), part)
      assert.ok(made.text.includes('`claim_task` with `project: web`'))
      assert.ok(!made.text.includes('lint;rm') && !made.text.includes('badge'))
      assert.match(made.missing.join(' '), /How to lint it/)
      const stored = await ada.call('repos.get', { repo })
      assert.deepEqual([stored.instructions!.path, stored.instructions!.text], [made.path, made.text])
      await ada.call('repos.generateAgentsMd', { repo, format: 'claude' })
      assert.deepEqual(await typesOf(repo), ['created', 'described', 'synced', 'described'])
      const copilot = await ada.call('repos.generateAgentsMd', { repo, format: 'copilot' })
      assert.deepEqual([copilot.path, copilot.text], ['.github/copilot-instructions.md', made.text])
    })

    it('get no pull request from here, and it is said where a person opens it', async () => {
      const there = git.repo('pulls.git')
      there.commit({ message: 'Change' }, 'change')
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: there.url })
      const ask = (head: string, base?: string) =>
        ada.call('repos.createPr', {
          repo,
          head,
          title: 'Change it',
          reviewers: ['grace'],
          ...(base && { base }),
        })
      await assert.rejects(ask('nowhere'), { status: 400, message: /.*/ })
      await assert.rejects(ask('main'), { status: 400 })
      await assert.rejects(ask('change', 'nowhere'), { status: 400 })
      await assert.rejects(ask('change'), { code: 'needs_code_host', message: /from "change" into "main"/ })
    })

    it('are for whom their project is: viewers see them, and nobody else does', async () => {
      const there = git.repo('secret.git')
      await ada.call('projects.create', { name: 'Own', slug: 'own', visibility: 'private' })
      const { id: repo } = await ada.call('repos.connect', { project: 'own', url: there.url })
      const grace = await addMember(server, ada, 'member')
      await assert.rejects(grace.call('repos.get', { repo }), { status: 404 })
      await assert.rejects(grace.call('repos.sync', { repo }), { status: 404 })
      await ada.call('projects.share', { project: 'own', user: grace.user.id, role: 'viewer' })
      const seen = await grace.call('repos.get', { repo })
      assert.equal(seen.may.edit, false)
      await assert.rejects(grace.call('repos.sync', { repo }), { status: 403 })
      await assert.rejects(grace.call('repos.connect', { project: 'own', url: there.url }), { status: 403 })
    })

    it('go into the trash and come back, unless the same one was connected again', async () => {
      const there = git.repo('trash.git')
      const { id } = await ada.call('repos.connect', { project: 'web', url: there.url })
      await ada.call('repos.delete', { repo: id })
      await assert.rejects(ada.call('repos.get', { repo: id }), { status: 404 })
      await ada.call('trash.restore', { kind: 'repo', item: id })
      assert.equal((await ada.call('repos.get', { repo: id })).id, id)
      await ada.call('repos.delete', { repo: id })
      const again = await ada.call('repos.connect', { project: 'web', url: there.url })
      assert.notEqual(again.id, id)
      await assert.rejects(ada.call('trash.restore', { kind: 'repo', item: id }), { code: 'already_taken' })
    })

    it('are reached by agents with five tools', async () => {
      const there = git.repo('tools.git', [{ message: 'Begin', files: application }])
      const agent = await ada.agent()
      const made = await agent.call('connect_repo', { project: 'web', url: there.url })
      assert.equal(made.isError, false)
      const listed = await agent.call('list_repos', { project: 'web' })
      assert.ok(JSON.stringify(listed.data.items).includes('tools.git'))
      assert.equal((await agent.call('sync_repo', { repo: 'tools' })).data.status, 'ready')
      assert.equal((await agent.call('generate_agents_md', { repo: 'tools' })).data.path, 'AGENTS.md')
      const refused = await agent.call('create_pr', { repo: 'tools', head: 'x', title: 'X' })
      assert.equal(refused.isError, true)
      await agent.close()
    })

    async function typesOf(id: string): Promise<string[]> {
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      return items.filter(({ subject }) => subject.id === id).map(({ type }) => type.split('.')[1]!)
    }
  })
}
