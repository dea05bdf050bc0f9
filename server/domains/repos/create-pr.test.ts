import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type Forge, type ForgeRepo, type ForgeUser, startForge } from '../../../test/partners/forge.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`pull requests through Baton, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    let owner: ForgeUser
    let shop: ForgeRepo
    let repo: string
    before(async () => {
      forge = await startForge()
      server = await startOwnServer(engine, { REPO_HOSTS: forge.host })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB', description: 'A shop.' })
      owner = forge.addUser('acme')
      forge.addUser('rita')
      shop = forge.addRepo('acme/shop', { collaborators: ['rita'] })
      repo = (await ada.call('repos.connect', { project: 'web', url: shop.url, token: owner.token })).id
    })
    after(async () => {
      await server.stop()
      await forge.close()
    })

    it('opens a pull request with the text of the task in its branch name, for agents too', async () => {
      const feature = await ada.call('features.create', { project: 'web', title: 'Cart', workflow: 'hotfix' })
      const commit = shop.head()!
      await ada.call('evidence.add', { feature: feature.key, kind: 'commit', reference: commit })
      const task = await ada.call('tasks.create', {
        project: 'web',
        title: 'Fill the  cart',
        description: 'People put things into it.',
        feature: feature.key,
      })
      const head = `feature/${task.key.toLowerCase()}-cart`
      shop.commit({ message: 'Fill' }, head)
      const agent = await ada.agent({ agent: 'Opener' })
      const { data, isError } = await agent.call('create_pr', {
        repo: 'shop',
        head,
        reviewers: ['rita', 'nobody', 'acme'],
        draft: true,
      })
      await agent.close()
      assert.equal(isError, false, JSON.stringify(data))
      const [pull] = shop.pulls
      assert.deepEqual(
        [data.number, data.url, data.title, data.draft, data.existed, data.item],
        [1, `${shop.url}/pull/1`, `${task.key}: Fill the cart`, true, false, task.key],
      )
      const rejected = JSON.stringify(data.rejectedReviewers)
      assert.match(
        rejected,
        /^\[{"reviewer":"nobody","reason":"[^"]*not a collaborator[^"]*"},{"reviewer":"acme",/,
      )
      assert.deepEqual([pull!.draft, pull!.reviewers, pull!.author], [true, ['rita'], 'acme'])
      for (const part of [
        'People put things into it.',
        `build: commit ${commit} (verified). Commit`,
        `/items/${task.key})`,
      ])
        assert.ok(pull!.body!.includes(part), `${part} in ${pull!.body}`)
      const stored = await server.app.database.run(
        sql`select q.number, q.state, q.head_branch, q.requested_reviewers, l.item_kind from pull_requests q
          join code_links l on l.repo_id = q.repo_id and l.reference = q.number::text where l.item_id = ${task.id}`,
      )
      assert.deepEqual(stored, [
        { number: 1, state: 'open', head_branch: head, requested_reviewers: ['rita'], item_kind: 'task' },
      ])

      const again = await ada.call('repos.createPr', { repo, head, title: 'Other' })
      assert.deepEqual([again.number, again.existed, shop.pulls.length], [1, true, 1])
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const opened = items.filter(({ type }) => type === 'repo.proposed')
      assert.deepEqual(
        opened.map(({ actor, data: { number, existed } }) => [actor.kind, number, existed]),
        [
          ['agent', 1, false],
          ['user', 1, true],
        ],
      )
    })

    it('rejects a request with all missing parts, and explains what the code host rejects', async () => {
      const attempt = async (input: object): Promise<string[]> => {
        const error = await ada.call('repos.createPr', { repo, ...input } as never).then(
          () => assert.fail('accepted'),
          (failure: { errors?: { path: string }[] }) => failure,
        )
        return (error.errors ?? []).map(({ path }) => path)
      }
      assert.deepEqual(await attempt({ head: 'none', base: 'nowhere' }), ['base', 'head', 'title'])
      assert.deepEqual(await attempt({ head: 'main', item: 'WEB-999' }), ['head', 'item'])
      shop.forcePush('same', shop.head()!)
      assert.deepEqual(await attempt({ head: 'same', title: 'Nothing' }), ['head'])
      shop.commit({ message: 'Old' }, 'old')
      forge.respondOnce({ status: 422, line: /^POST .*\/pulls$/, body: '{"message":"Validation Failed"}' })
      await assert.rejects(ada.call('repos.createPr', { repo, head: 'old', title: 'Old' }), {
        code: 'code_host_failed',
        message: /Validation Failed/,
      })
      forge.respondOnce({ status: 429, headers: { 'retry-after': '7' }, line: /^POST .*\/pulls$/ })
      await assert.rejects(ada.call('repos.createPr', { repo, head: 'old', title: 'Old' }), {
        code: 'code_host_limited',
        message: /7 seconds/,
      })
    })

    it('opens it with the account of the caller, and rejects callers without one', async () => {
      const grace = await addMember(server, ada, 'member')
      const lin = await addMember(server, ada, 'member')
      const accounts: [Person, ForgeUser][] = [
        [ada, forge.addUser('ada')],
        [grace, forge.addUser('grace')],
      ]
      for (const [person, { token }] of accounts)
        await person.call('integrations.connectOwn', {
          provider: 'github',
          secret: token,
          baseUrl: forge.url,
        })
      const own = forge.addRepo('ada/own', { collaborators: ['grace'] })
      own.commit({ message: 'Change' }, 'change')
      const { id } = await ada.call('repos.connect', { project: 'web', url: own.url, access: 'person' })
      const input = { repo: id, head: 'change', title: 'Change' }
      await assert.rejects(lin.call('repos.createPr', input), {
        code: 'needs_code_host',
        message: /Connect your account .*from "change" into "main"/,
      })
      const { number } = await grace.call('repos.createPr', input)
      assert.equal(own.pulls.find((pull) => pull.number === number)!.author, 'grace')
    })

    it('generates instructions from the files, shows the difference and opens a pull request', async () => {
      const files = {
        'package.json': JSON.stringify({ type: 'module', engines: { node: '>=24' }, scripts: { test: 'x' } }),
        '.editorconfig': 'root = true\n\n[*]\nindent_style = space\nindent_size = 2\nmax_line_length = 110\n',
        '.prettierrc.json': '{ "semi": false, "singleQuote": true }',
        'eslint.config.js': 'export default []',
        'tsconfig.json': '{ "compilerOptions": { "strict": true /* yes */ } }',
        'CONTRIBUTING.md': '# How\n\nSmall commits please.\n\n## Tests\n\n## Style\n',
        'CLAUDE.md': '# Claude\n\n## Tone\n',
        'AGENTS.md': '# Shop\n\nBe kind.\n',
      }
      const guided = forge.addRepo('acme/guided', { commits: [{ message: 'Begin', files }] })
      const { id } = await ada.call('repos.connect', {
        project: 'web',
        url: guided.url,
        token: owner.token,
      })
      await ada.call('repos.sync', { repo: id })
      const created = await ada.call('repos.generateAgentsMd', { repo: id })
      for (const part of [
        'Files (`.editorconfig`): indent with 2 spaces, lines of at most 110 characters.',
        'Formatter: Prettier (`.prettierrc.json`): `semi: false`, `singleQuote: true`.',
        'Linter: ESLint (`eslint.config.js`).',
        'TypeScript (`tsconfig.json`): `strict`.',
        'Node.js >=24 (`package.json`).',
        'Small commits please.',
        '`CONTRIBUTING.md` covers: Tests, Style.',
        '`CLAUDE.md` has instructions too: Tone.',
      ])
        assert.ok(created.text.includes(part), `${part} in ${created.text}`)
      assert.deepEqual(
        [created.current, created.difference!.removed, created.pullRequest],
        [files['AGENTS.md'], 2, null],
      )
      const proposed = await ada.call('repos.generateAgentsMd', { repo: id, openPullRequest: true })
      const again = await ada.call('repos.generateAgentsMd', { repo: id, openPullRequest: true })
      assert.deepEqual([proposed.pullRequest!.existed, again.pullRequest!.existed], [false, true])
      assert.equal(proposed.pullRequest!.url, `${guided.url}/pull/1`)
      guided.merge(1)
      const merged = await ada.call('repos.generateAgentsMd', { repo: id, openPullRequest: true })
      assert.deepEqual([merged.current, merged.pullRequest], [merged.text, null])
      assert.deepEqual(merged.difference!.hunks, [])
      assert.ok((await ada.call('repos.generateAgentsMd', { repo: id, format: 'gemini' })).current === null)
    })
  })
}
