import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { oneEngine } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { type Company, startCompany } from './test-company.ts'

for (const engine of oneEngine) {
  describe(`features on ${engine}`, () => {
    let company: Company
    before(async () => {
      company = await startCompany(engine)
      await company.ada.call('projects.create', { name: 'Shop', slug: 'shop', key: 'SHOP' })
    })
    after(() => company.stop())

    it('numbers concurrently created features and tasks with one counter', async () => {
      const { ada } = company
      await ada.call('projects.create', { name: 'Counted', slug: 'counted', key: 'CNT' })
      const created = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          n % 2
            ? ada.call('features.create', { project: 'counted', title: `Feature ${n}` })
            : ada.call('tasks.create', { project: 'counted', title: `Task ${n}` }),
        ),
      )
      const numbers = created.map(({ key }) => Number(key.split('-')[1])).toSorted((a, b) => a - b)
      assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8])
    })

    it('uses the given workflow, or the default of the kind', async () => {
      const { ada } = company
      const path = async (input: { kind?: 'hotfix'; workflow?: string }) => {
        const { key, ...feature } = await ada.call('features.create', {
          project: 'shop',
          title: 'Some',
          ...input,
        })
        const { gates } = await ada.call('features.get', { feature: key })
        assert.deepEqual([gates[0]!.name, gates[0]!.state], [feature.gate, 'current'])
        return [feature.workflow, ...gates.map(({ name }) => name)].join(' ')
      }
      assert.equal(await path({}), 'standard design build test docs review release')
      assert.equal(await path({ kind: 'hotfix' }), 'hotfix build test review')
      assert.equal(
        await path({ kind: 'hotfix', workflow: 'standard' }),
        'standard design build test docs review release',
      )
      assert.equal(await path({ workflow: 'research' }), 'research question findings review')
      const unknown = ada.call('features.create', { project: 'shop', title: 'None', workflow: 'waterfall' })
      await assert.rejects(unknown, { status: 404 })
    })

    it('rejects creating a feature in an archived project', async () => {
      const { ada } = company
      await ada.call('projects.create', { name: 'Old', slug: 'old' })
      await ada.call('projects.archive', { project: 'old' })
      const late = ada.call('features.create', { project: 'old', title: 'Late' })
      await assert.rejects(late, { code: 'project_archived' })
    })

    it('lists features newest first, in pages, filtered by project, status, kind and gate', async () => {
      const { ada, grace } = company
      await ada.call('projects.create', { name: 'Listed', slug: 'listed', key: 'LST' })
      const created = []
      for (const kind of ['feature', 'bug', 'hotfix', 'chore'] as const)
        created.push(await ada.call('features.create', { project: 'listed', title: kind, kind }))
      await ada.call('features.update', { feature: created[3]!.key, status: 'cancelled' })
      const titles = (items: { title: string }[]) => items.map(({ title }) => title)
      const list = async (filter: object) =>
        titles((await grace.call('features.list', { project: 'LST', ...filter })).items)
      assert.deepEqual(await list({}), ['chore', 'hotfix', 'bug', 'feature'])
      assert.deepEqual(await list({ status: ['planned'] }), ['hotfix', 'bug', 'feature'])
      assert.deepEqual(await list({ kind: ['bug', 'chore'] }), ['chore', 'bug'])
      assert.deepEqual(await list({ gate: 'build' }), ['hotfix'])
      const first = await grace.call('features.listProjectFeatures', { project: 'listed', limit: 3 })
      assert.deepEqual(titles(first.items), ['chore', 'hotfix', 'bug'])
      const cursor = first.nextCursor!
      const rest = await grace.call('features.listProjectFeatures', { project: 'listed', limit: 3, cursor })
      assert.deepEqual([titles(rest.items), rest.nextCursor], [['feature'], null])
      const everywhere = await grace.call('features.list', { limit: 200 })
      assert.ok(new Set(everywhere.items.map(({ project }) => project)).size > 1)
    })

    it('changes fields of a feature but never its gate', async () => {
      const { ada, grace } = company
      const { key, version } = await ada.call('features.create', { project: 'shop', title: 'Cart' })
      const changed = await grace.call('features.update', { feature: key, title: 'Basket', kind: 'chore' })
      assert.deepEqual([changed.title, changed.kind, changed.version], ['Basket', 'chore', version + 1])
      const stale = ada.call('features.update', { feature: key, title: 'Trolley' }, { ifMatch: version })
      await assert.rejects(stale, { status: 412 })
      await assert.rejects(ada.call('features.update', { feature: key, gate: 'release' } as never), {
        status: 400,
      })
      await assert.rejects(ada.call('features.update', { feature: key, status: 'done' } as never), {
        status: 400,
      })
      await ada.call('features.update', { feature: key, status: 'cancelled' })
      await assert.rejects(ada.call('features.advance', { feature: key, dryRun: true }), {
        code: 'feature_closed',
      })
      const note = { feature: key, kind: 'note', content: 'too late' } as const
      await assert.rejects(grace.call('evidence.add', note), { code: 'feature_closed' })
      await assert.rejects(grace.call('reviews.submit', { feature: key, verdict: 'approved' }), {
        code: 'feature_closed',
      })
      const again = await ada.call('features.update', { feature: key, status: 'active' })
      assert.deepEqual([again.status, again.gate], ['active', 'design'])
    })

    it('finds a feature only under its own project', async () => {
      const { ada } = company
      const { key, id } = await ada.call('features.create', { project: 'shop', title: 'Here' })
      const inShop = { project: 'shop', feature: key }
      assert.equal((await ada.call('features.getProjectFeature', inShop)).id, id)
      const renamed = await ada.call('features.updateProjectFeature', { ...inShop, title: 'There' })
      assert.equal(renamed.title, 'There')
      for (const feature of [key, id])
        for (const act of [
          () => ada.call('features.getProjectFeature', { project: 'web', feature }),
          () => ada.call('features.updateProjectFeature', { project: 'web', feature, title: 'Stolen' }),
          () => ada.call('features.deleteProjectFeature', { project: 'web', feature }),
          () => ada.call('features.getProjectFeature', { project: 'nowhere', feature }),
        ])
          await assert.rejects(act(), { status: 404 })
      assert.equal((await ada.call('features.get', { feature: key })).title, 'There')
      assert.equal((await ada.call('features.deleteProjectFeature', inShop)).key, key)
      await assert.rejects(ada.call('features.get', { feature: key }), { status: 404 })
    })

    it('restores a feature from the trash with its evidence and tasks', async () => {
      const { ada, grace } = company
      const { key } = await ada.call('features.create', { project: 'shop', title: 'Kept' })
      await grace.call('evidence.add', { feature: key, kind: 'note', content: 'We talked.', gate: 'docs' })
      const task = await ada.call('tasks.create', { project: 'shop', title: 'Part', feature: key })
      const before = await ada.call('features.get', { feature: key })
      await grace.call('features.delete', { feature: key })
      const { items } = await ada.call('features.list', { project: 'shop' })
      assert.ok(items.every((feature) => feature.key !== key))
      await assert.rejects(ada.call('evidence.check', { evidence: before.evidence[0]!.id }), { status: 404 })
      await grace.call('trash.restore', { kind: 'feature', item: key })
      const { version, updatedAt: _, ...back } = await ada.call('features.get', { feature: key })
      const { version: was, updatedAt: __, ...same } = before
      assert.deepEqual(back, same)
      assert.equal(version, was + 2)
      assert.deepEqual(
        back.tasks.map((each) => each.key),
        [task.key],
      )
    })

    it('lets viewers read a feature but not change it', async () => {
      const { ada, server } = company
      const guest = await addMember(server, ada, 'guest')
      const { key } = await ada.call('features.create', { project: 'shop', title: 'Shown' })
      await assert.rejects(guest.call('features.get', { feature: key }), { status: 404 })
      await ada.call('projects.share', { project: 'shop', user: guest.user.id, role: 'viewer' })
      const { may } = await guest.call('features.get', { feature: key })
      assert.deepEqual(may, { edit: false, override: false })
      for (const act of [
        () => guest.call('features.update', { feature: key, title: 'Mine' }),
        () => guest.call('features.advance', { feature: key, dryRun: true }),
        () => guest.call('evidence.add', { feature: key, kind: 'note', content: 'x' }),
        () => guest.call('reviews.submit', { feature: key, verdict: 'approved' }),
      ])
        await assert.rejects(act(), { status: 403, code: 'forbidden' })
    })
  })
}
