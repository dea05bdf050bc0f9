import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  notified,
  oneEngine,
  startOwnServer,
} from '../../../../test/harness.ts'
import { type Forge, type ForgeRepo, startForge } from '../../../../test/partners/forge.ts'
import { type GitServer, startGitServer } from '../../../../test/partners/git-server.ts'
import { addMember } from '../../../../test/world.ts'
import { reverifyEvidence } from '../../features/evidence/reverify-evidence.ts'
import { passing } from '../../features/test-company.ts'

type Kind = 'commit' | 'pull_request' | 'check_run' | 'test_report'

for (const engine of oneEngine) {
  describe(`evidence in repositories, on ${engine}`, () => {
    let forge: Forge
    let git: GitServer
    let server: TestServer
    let ada: Person
    let grace: Person
    let shop: ForgeRepo
    let repo: string
    let token: string
    before(async () => {
      forge = await startForge()
      git = await startGitServer()
      server = await startOwnServer(engine, { REPO_HOSTS: `${forge.host}, ${git.host}` })
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      const gates = ['build', 'ship'].map((name) => ({
        name,
        requirements: [
          { kind: 'evidence' as const, anyOf: ['commit' as const, 'pull_request' as const], verified: true },
        ],
      }))
      await ada.call('workflows.create', { name: 'Proven', gates })
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      token = forge.addUser('acme').token
      forge.addUser('rita')
      shop = forge.addRepo('acme/shop', { collaborators: ['rita'] })
      repo = (await ada.call('repos.connect', { project: 'web', url: shop.url, token })).id
    })
    after(async () => {
      await server.stop()
      await forge.close()
      await git.close()
    })

    const create = async (project = 'web') =>
      (await ada.call('features.create', { project, title: 'Cart', workflow: 'proven' })).key
    const details = (feature: string) => ada.call('features.get', { feature })
    /** Adds evidence to a new feature and returns its status and finding. */
    async function add(kind: Kind, reference?: string, more: object = {}): Promise<[string, string]> {
      const feature = await create()
      const input = { feature, kind, ...(reference && { reference }), ...more }
      const { status, finding } = await ada.call('evidence.add', input)
      return [status, finding]
    }

    it('verifies that a commit is on its branch and changes the named paths', async () => {
      const commit = shop.commit({ message: 'Sell', files: { 'src/cart.ts': '1' } })
      const [status, finding] = await add('commit', commit.slice(0, 9))
      assert.deepEqual(
        [status, finding],
        ['verified', `Commit ${commit.slice(0, 10)} is on the branch "main" of shop.`],
      )
      const whole = await ada.call('evidence.add', {
        feature: await create(),
        kind: 'commit',
        reference: `${shop.url}/commit/${commit}`,
        paths: ['src', './src/cart.ts'],
      })
      assert.deepEqual(
        [whole.status, whole.repo, whole.commit, whole.paths, whole.source],
        ['verified', repo, commit, ['src', './src/cart.ts'], `${shop.url}/commit/${commit}`],
      )
      assert.match(
        (await add('commit', commit, { paths: ['docs'] })).join(' '),
        /^failed .*doesn't change docs/,
      )
      const aside = shop.commit({ message: 'Aside' }, 'aside')
      assert.match((await add('commit', aside)).join(' '), /^failed .*isn't on the branch "main"/)
      assert.equal((await add('commit', aside, { branch: 'aside' }))[0], 'verified')
      assert.match(
        (await add('commit', aside, { branch: 'none' })).join(' '),
        /^failed The branch "none" doesn't/,
      )
      assert.match((await add('commit', 'c0ffee00')).join(' '), /^failed No connected repository has/)
      assert.match((await add('commit', 'latest')).join(' '), /^failed "latest" isn't the id/)
      assert.match(
        (await add('commit', `other@${commit}`)).join(' '),
        /^failed No connected repository is called/,
      )
      await assert.rejects(add('commit', commit, { commit }), { status: 400 })
      await assert.rejects(add('pull_request', '1', { paths: ['src'] }), { status: 400 })
    })

    it('verifies a pull request by its state, reviews and checks', async () => {
      const head = shop.commit({ message: 'Pay', files: { 'pay.ts': '1' } }, 'pay')
      const { number, url } = shop.openPull({ head: 'pay', title: 'Pay' })
      shop.setCheck(head, 'test', 'completed', 'failure')
      assert.match((await add('pull_request', String(number))).join(' '), /^failed .*Checks failed: test/)
      shop.setCheck(head, 'test', 'in_progress')
      assert.equal((await add('pull_request', `#${number}`))[0], 'verified')
      shop.review(number, 'rita', 'changes_requested')
      assert.match((await add('pull_request', url)).join(' '), /^failed .*rita requested changes/)
      shop.review(number, 'rita', 'approved')
      assert.match((await add('pull_request', `shop#${number}`)).join(' '), /^verified .*Approved by rita/)
      const merge = shop.merge(number, 'squash')
      const merged = await add('pull_request', `acme/shop#${number}`)
      assert.match(
        merged.join(' '),
        new RegExp(`^verified .*merged as ${merge.slice(0, 10)}, is on .*"main"`),
      )
      shop.revert(merge)
      assert.match((await add('pull_request', url)).join(' '), /^failed .*was reverted by/)
      shop.commit({ message: 'No' }, 'no')
      const closed = shop.openPull({ head: 'no', title: 'No', draft: true })
      assert.equal((await add('pull_request', closed.url))[0], 'unverified')
      shop.closePull(closed.number)
      assert.match((await add('pull_request', closed.url)).join(' '), /^failed .*closed without a merge/)
      assert.match((await add('pull_request', '999')).join(' '), /^failed No connected repository has/)
    })

    it('verifies a check run, and the commit of a test report', async () => {
      const commit = shop.commit({ message: 'Check' }, 'checked')
      const { url } = shop.setCheck(commit, 'build / linux', 'queued')
      assert.match(
        (await add('check_run', `build / linux@${commit}`)).join(' '),
        /^unverified .*still running/,
      )
      shop.setCheck(commit, 'build / linux', 'completed', 'timed_out')
      assert.match((await add('check_run', url)).join(' '), /^failed .*ended with timed_out/)
      shop.setCheck(commit, 'build / linux', 'completed', 'success')
      assert.equal((await add('check_run', url))[0], 'verified')
      assert.equal((await add('check_run', 'build / linux', { commit }))[0], 'verified')
      assert.equal((await add('check_run', 'build / linux', { commit, branch: 'main' }))[0], 'failed')
      assert.match((await add('check_run', `lint@${commit}`)).join(' '), /^failed .*has no check lint/)
      shop.setStatus(commit, 'ci', 'error')
      assert.match((await add('check_run', `ci@${commit}`)).join(' '), /^failed .*ended with failure/)
      const report = await add('test_report', undefined, { content: passing, commit })
      assert.deepEqual(report, ['verified', `2 of 2 tests passed. Commit ${commit.slice(0, 10)} is in shop.`])
      const unknown = await add('test_report', undefined, { content: passing, commit: 'abcdef1234' })
      assert.match(unknown.join(' '), /^failed 2 of 2 tests passed. No connected repository has/)
    })

    it('reopens a passed gate when a revert makes its evidence untrue, and explains it', async () => {
      await ada.call('projects.create', { name: 'Gated', slug: 'gated', key: 'GAT' })
      const gated = forge.addRepo('acme/gated')
      const { id } = await ada.call('repos.connect', { project: 'gated', url: gated.url, token })
      const commit = gated.commit({ message: 'Search', files: { 'search.ts': '1' } })
      const feature = await create('gated')
      const evidence = [{ kind: 'commit' as const, reference: commit }]
      await grace.call('features.advance', { feature, evidence })
      await reverifyEvidence(server.app, id)
      assert.deepEqual([(await details(feature)).gate, (await details(feature)).reopened], ['ship', null])
      await grace.call('features.advance', { feature, evidence })
      assert.equal((await details(feature)).status, 'done')

      // A host that can't be reached changes nothing.
      forge.respondOnce({ status: 503 })
      await reverifyEvidence(server.app, id)
      assert.equal((await details(feature)).status, 'done')

      const revert = gated.revert(commit)
      await reverifyEvidence(server.app, id)
      const reopened = await details(feature)
      assert.deepEqual([reopened.status, reopened.gate, reopened.round], ['active', 'build', 1])
      const finding = `Commit ${commit.slice(0, 10)} was reverted by ${revert.slice(0, 10)} on the branch "main" of gated.`
      assert.deepEqual([reopened.reopened!.gate, reopened.reopened!.finding], ['build', finding])
      assert.deepEqual(
        reopened.evidence.map(({ status }) => status),
        ['failed', 'failed'],
      )
      assert.equal(reopened.missing[0]!.notCounted![0]!.finding, finding)
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const events = items.filter(
        ({ type, subject }) => type === 'feature.reopened' && subject.key === feature,
      )
      // The ship gate opened first, because the newest evidence is verified first.
      assert.deepEqual(
        events.map(({ actor, data }) => [actor.name, data.gate, data.finding]),
        [
          ['Baton', 'ship', finding],
          ['Baton', 'build', finding],
        ],
      )
      await notified(server)
      for (const person of [ada, grace]) {
        const [notification] = (await person.call('notifications.list', { unread: true })).items
        assert.deepEqual(
          [notification!.kind, notification!.title, notification!.body],
          [
            'gate_reopened',
            `The gate "build" of ${feature} "Cart" is open again, because its evidence is no longer true.`,
            finding,
          ],
        )
      }

      // Evidence that is true again moves nothing, and the gate can be passed again.
      gated.revert(revert)
      await reverifyEvidence(server.app, id)
      const restored = await details(feature)
      assert.deepEqual(
        [restored.gate, restored.evidence[0]!.status, restored.missing],
        ['build', 'verified', []],
      )
      await ada.call('features.advance', { feature })
      assert.equal((await details(feature)).reopened, null)
    })

    it('keeps an overridden gate, and reopens a gate when a check by hand fails', async () => {
      shop.commit({ message: 'Draft' }, 'draft')
      const { number } = shop.openPull({ head: 'draft', title: 'Draft', draft: true })
      const overridden = await create()
      const pull = { kind: 'pull_request' as const, reference: `#${number}` }
      const override = { reason: 'Urgent.' }
      await ada.call('features.advance', { feature: overridden, evidence: [pull], override })
      const before = shop.head()!
      const commit = shop.commit({ message: 'Ship' })
      const feature = await create()
      await ada.call('features.advance', { feature, evidence: [{ kind: 'commit', reference: commit }] })
      const { id } = (await details(feature)).evidence[0]!
      forge.respondOnce({ status: 500 })
      await assert.rejects(ada.call('evidence.check', { evidence: id }), { code: 'evidence_unchecked' })
      shop.forcePush('main', before)
      shop.closePull(number)
      assert.equal((await ada.call('evidence.check', { evidence: id })).status, 'failed')
      const [drafted] = (await details(overridden)).evidence
      assert.equal((await ada.call('evidence.check', { evidence: drafted!.id })).status, 'failed')
      assert.deepEqual([(await details(feature)).gate, (await details(overridden)).gate], ['build', 'ship'])
    })

    it('verifies commits of plain git, and reopens a gate after a force-push', async () => {
      await ada.call('projects.create', { name: 'Plain', slug: 'plain', key: 'PLA' })
      const remote = git.repo('plain.git')
      const commit = remote.commit({ message: 'Sell', files: { 'a/b.ts': '1' } })
      const { id } = await ada.call('repos.connect', { project: 'plain', url: remote.url })
      const feature = await create('plain')
      const check = async (kind: Kind, reference: string, more: object = {}) =>
        (await ada.call('evidence.add', { feature, kind, reference, ...more })).status
      assert.equal(await check('commit', commit, { paths: ['a'] }), 'verified')
      assert.equal(await check('commit', commit, { paths: ['b'] }), 'failed')
      assert.equal(await check('commit', '0123456789'), 'failed')
      assert.equal(await check('pull_request', '1'), 'unverified')
      await ada.call('features.advance', { feature })
      remote.remove()
      await reverifyEvidence(server.app, id)
      assert.equal((await details(feature)).gate, 'ship', 'an unreadable repository changes nothing')
      git.repo('plain.git')
      await reverifyEvidence(server.app, id)
      const { gate, reopened } = await details(feature)
      assert.equal(gate, 'build')
      assert.match(reopened!.finding, /No connected repository has the commit/)
    })

    it('verifies evidence that is pushed later, and hides private repositories from others', async () => {
      await ada.call('projects.create', { name: 'Inner', slug: 'inner', key: 'INN' })
      const owner = forge.addUser('ada')
      const inner = forge.addRepo('ada/inner', { private: true })
      await ada.call('integrations.connectOwn', {
        provider: 'github',
        secret: owner.token,
        baseUrl: forge.url,
      })
      const { id } = await ada.call('repos.connect', { project: 'inner', url: inner.url })
      const feature = await create('inner')
      const hidden = await grace.call('evidence.add', { feature, kind: 'commit', reference: inner.head()! })
      assert.equal(hidden.finding, 'Not checked: no repository is connected to the project.')
      const number = '1'
      const early = await ada.call('evidence.add', { feature, kind: 'pull_request', reference: number })
      assert.equal(early.status, 'failed')
      inner.commit({ message: 'New' }, 'new')
      inner.openPull({ head: 'new', title: 'New' })
      await reverifyEvidence(server.app, id)
      const { evidence } = await details(feature)
      // Verifying the first one would confirm to Grace which commits the repository has.
      assert.deepEqual(
        evidence.map(({ status }) => status),
        ['unverified', 'verified'],
      )
      assert.equal((await grace.call('evidence.check', { evidence: early.id })).status, 'verified')
    })
  })
}
