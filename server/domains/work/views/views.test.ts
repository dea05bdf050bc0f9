import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`saved views, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let project: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      project = (await ada.call('projects.create', { name: 'Web', key: 'WEB' })).slug
    })
    after(() => server.stop())

    const names = async (person: Person) =>
      (await person.call('views.list', { project })).items.map(({ name }) => name)

    it('stores a query that tasks.list and tasks.group accept unchanged', async () => {
      const query = {
        status: ['todo' as const],
        assignee: 'me',
        label: ['web'],
        due: 'week' as const,
        blocked: false,
        search: 'pay card',
        sort: '-priority' as const,
        layout: 'board' as const,
        by: 'assignee' as const,
        show: ['key' as const, 'estimate' as const],
      }
      const view = await grace.call('views.create', { project, name: 'My week', query })
      assert.deepEqual(view.query, query)
      assert.deepEqual(
        [view.project, view.shared, view.owner.id, view.may.edit],
        [project, false, grace.user.id, true],
      )
      const { layout: _, by, show: __, ...filters } = view.query
      assert.deepEqual((await grace.call('tasks.list', { project, ...filters })).items, [])
      assert.deepEqual((await grace.call('tasks.group', { project, by, ...filters })).groups, [])
      const wrong: object[] = [
        { status: ['nowhere'] },
        { sort: 'title' },
        { layout: 'cake' },
        { by: 'cake' },
        { page: 3 },
      ]
      for (const each of wrong)
        await assert.rejects(grace.call('views.create', { project, name: 'x', query: each }), { status: 400 })
      await grace.call('views.delete', { view: view.id })
    })

    it('hides an unshared view and its events from everyone but its owner', async () => {
      const view = await grace.call('views.create', { project, name: 'Private', query: {} })
      assert.deepEqual(await names(grace), ['Private'])
      assert.deepEqual(await names(ada), [], 'hidden even from managers of the project')
      for (const change of [
        () => ada.call('views.update', { view: view.id, name: 'Mine' }),
        () => ada.call('views.delete', { view: view.id }),
      ])
        await assert.rejects(change, { code: 'not_found', status: 404 })
      const countEvents = async (person: Person) =>
        (await person.call('activity.listEvents', { limit: 500 })).items.filter(
          ({ subject }) => subject.id === view.id,
        ).length
      assert.deepEqual([await countEvents(grace), await countEvents(ada)], [1, 0])
      await grace.call('views.delete', { view: view.id })
      assert.deepEqual([await countEvents(grace), await countEvents(ada)], [2, 0])
    })

    it('shows a shared view to all, and lets its owner and project managers change it', async () => {
      const other = await addMember(server, ada, 'member')
      const view = await grace.call('views.create', { project, name: 'Shared', query: {}, shared: true })
      assert.deepEqual([await names(ada), await names(other)], [['Shared'], ['Shared']])
      const { items } = await other.call('views.list', { project })
      assert.equal(items[0]!.may.edit, false)
      for (const change of [
        () => other.call('views.update', { view: view.id, name: 'Mine' }),
        () => other.call('views.delete', { view: view.id }),
      ])
        await assert.rejects(change, { code: 'forbidden', status: 403 })
      const renamed = await ada.call('views.update', { view: view.id, name: 'For all' }, { ifMatch: 1 })
      assert.deepEqual([renamed.name, renamed.owner.id, renamed.version], ['For all', grace.user.id, 2])
      const late = grace.call('views.update', { view: view.id, name: 'Late' }, { ifMatch: 1 })
      await assert.rejects(late, { code: 'version_conflict' })
      await grace.call('views.update', { view: view.id, shared: false })
      assert.deepEqual([await names(ada), await names(grace)], [[], ['For all']])
      const events = (await ada.call('activity.listEvents', { limit: 500 })).items
        .filter(({ subject }) => subject.id === view.id)
        .map(({ type }) => type)
      assert.deepEqual(events, ['view.created', 'view.updated', 'view.updated'], 'unsharing is visible too')
      await grace.call('views.delete', { view: view.id })
    })

    it('lets a viewer save private views, and rejects sharing them', async () => {
      const guest = await addMember(server, ada, 'guest')
      const asGuest = { project, name: 'Looking', query: {} }
      await assert.rejects(guest.call('views.create', asGuest), { status: 404 })
      await ada.call('projects.share', { project, user: guest.user.id, role: 'viewer' })
      const view = await guest.call('views.create', asGuest)
      await assert.rejects(guest.call('views.create', { ...asGuest, shared: true }), { code: 'forbidden' })
      const share = guest.call('views.update', { view: view.id, shared: true })
      await assert.rejects(share, { code: 'forbidden', status: 403 })
      assert.deepEqual(await names(guest), ['Looking'])
      await ada.call('projects.unshare', { project, user: guest.user.id })
      await assert.rejects(guest.call('views.delete', { view: view.id }), { status: 404 })
    })

    it('lists the favorite views that the caller can see, in all projects', async () => {
      const other = (await ada.call('projects.create', { name: 'Other' })).slug
      const own = await grace.call('views.create', { project, name: 'Own', query: {} })
      const shared = await ada.call('views.create', { project: other, name: 'All', query: {}, shared: true })
      const hidden = await ada.call('views.create', { project, name: 'Hidden', query: {} })
      const favoriteViews = [shared.id, own.id, hidden.id, own.id]
      const preferences = await grace.call('preferences.update', { favoriteViews })
      assert.deepEqual(preferences.favoriteViews, [shared.id, own.id, hidden.id])
      const favorites = async () =>
        (await grace.call('views.listFavorite', {})).items.map(({ name, project: slug }) => `${slug} ${name}`)
      assert.deepEqual(await favorites(), [`${project} Own`, `${other} All`])
      await ada.call('views.update', { view: shared.id, shared: false })
      await grace.call('views.delete', { view: own.id })
      assert.deepEqual(await favorites(), [])
      await ada.call('views.delete', { view: hidden.id })
    })

    it('lists views in pages, oldest first', async () => {
      const own = (await ada.call('projects.create', { name: 'Pages' })).slug
      for (const name of ['A', 'B', 'C']) await ada.call('views.create', { project: own, name, query: {} })
      const first = await ada.call('views.list', { project: own, limit: 2 })
      const rest = await ada.call('views.list', { project: own, limit: 2, cursor: first.nextCursor! })
      assert.deepEqual(
        [...first.items, ...rest.items].map(({ name }) => name),
        ['A', 'B', 'C'],
      )
    })
  })
}
