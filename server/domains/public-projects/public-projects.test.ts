import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { newId } from '../../platform/ids.ts'
import { insert } from '../../../test/things.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`public projects, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
    })
    after(() => server.stop())

    type Section = 'overview' | 'tasks' | 'epics' | 'features'
    const publish = (name: string, publicSections: Section[] = ['overview', 'tasks', 'epics', 'features']) =>
      ada.call('projects.create', {
        name,
        description: `About ${name}`,
        visibility: 'public',
        publicSections,
      })
    const getPublic = (slug: string, more: object = {}, user = ada.user.username) =>
      server.anonymous('publicProjects.get', { user, slug, ...more })
    const notFound = { status: 404, code: 'not_found' }

    it('shows the chosen sections without members, email addresses or texts other than titles', async () => {
      const { slug, key, publicSections } = await publish('Open')
      assert.deepEqual(publicSections, ['overview', 'tasks', 'epics', 'features'])
      await ada.call('tasks.create', {
        project: slug,
        title: 'Shown',
        description: 'SECRET',
        status: 'in_progress',
        priority: 'high',
        labels: ['ui'],
        dueAt: '2030-01-01T00:00:00Z',
        assignee: grace.user.username,
        estimate: 3,
      })
      const { key: done } = await ada.call('tasks.create', { project: slug, title: 'Done' })
      await ada.call('tasks.complete', { task: done, notes: 'SECRET' })
      await ada.call('comments.create', { item: done, body: 'SECRET' })
      const { key: deleted } = await ada.call('tasks.create', { project: slug, title: 'SECRET' })
      await ada.call('tasks.delete', { task: deleted })

      const shown = await getPublic(slug)
      assert.deepEqual(shown, {
        slug,
        key,
        name: 'Open',
        description: 'About Open',
        archivedAt: null,
        by: { username: ada.user.username, name: 'Ada' },
        sections: ['overview', 'tasks', 'epics', 'features'],
        overview: {
          total: 2,
          open: 1,
          byStatus: {
            backlog: 0,
            todo: 0,
            in_progress: 1,
            blocked: 0,
            in_review: 0,
            complete: 1,
            cancelled: 0,
          },
        },
        tasks: {
          items: [
            {
              key: `${key}-1`,
              title: 'Shown',
              status: 'in_progress',
              priority: 'high',
              labels: ['ui'],
              dueAt: '2030-01-01T00:00:00.000Z',
            },
            {
              key: `${key}-2`,
              title: 'Done',
              status: 'complete',
              priority: 'none',
              labels: [],
              dueAt: null,
            },
          ],
          nextCursor: null,
        },
        epics: [],
        features: [],
      })
      const text = JSON.stringify(shown)
      for (const secret of ['SECRET', '@example.com', grace.user.id, grace.user.username, ada.user.id])
        assert.ok(!text.includes(secret), secret)
      assert.ok(!text.includes(ada.organization.id) && !text.includes(ada.organization.slug))
    })

    it('omits sections that were not chosen', async () => {
      const { slug } = await publish('Little', [])
      await ada.call('tasks.create', { project: slug, title: 'Not shown' })
      const nothing = { overview: null, tasks: null, epics: null, features: null }
      const { overview, tasks, epics, features } = await getPublic(slug)
      assert.deepEqual({ overview, tasks, epics, features }, nothing)

      await ada.call('projects.update', { project: slug, publicSections: ['features', 'overview'] })
      const more = await getPublic(slug)
      assert.deepEqual(
        [more.sections, more.overview?.total, more.tasks, more.epics, more.features],
        [['overview', 'features'], 1, null, null, []],
      )
      const usual = await ada.call('projects.create', { name: 'Usual', visibility: 'public' })
      assert.deepEqual(usual.publicSections, ['overview'])
    })

    it('shows epics with their progress and features with their gates', async () => {
      const { slug, id: project_id, key } = await publish('Planned')
      const base = { organization_id: ada.organization.id, project_id, created_by: '{}' }
      const epic_id = await insert(server, 'epics', {
        id: newId(),
        ...base,
        number: 101,
        key: `${key}-101`,
        title: 'Big',
        status: 'active',
        position: 'a',
      })
      const story = await insert(server, 'stories', {
        id: newId(),
        ...base,
        epic_id,
        number: 102,
        key: `${key}-102`,
        title: 'Story',
        position: 'a',
      })
      for (const status of ['complete', 'cancelled', 'todo', 'todo'] as const)
        await ada.call('tasks.create', { project: slug, title: status, status, story })
      const gates = JSON.stringify(['design', 'build', 'test'].map((name) => ({ name, requirements: [] })))
      for (const [number, status, gate] of [
        [103, 'active', 'build'],
        [104, 'done', null],
      ] as const)
        await insert(server, 'features', {
          id: newId(),
          ...base,
          number,
          key: `${key}-${number}`,
          title: status,
          status,
          gate,
          gates,
        })
      const { epics, features } = await getPublic(slug)
      assert.deepEqual(epics, [
        {
          key: `${key}-101`,
          title: 'Big',
          status: 'active',
          dueAt: null,
          progress: { total: 4, complete: 1, cancelled: 1, percent: 33 },
        },
      ])
      assert.deepEqual(
        features!.map(({ title, gate, progress }) => [title, gate, progress]),
        [
          ['done', null, { passed: 3, total: 3 }],
          ['active', 'build', { passed: 1, total: 3 }],
        ],
      )
    })

    it('shows tasks in pages', async () => {
      const { slug } = await publish('Long', ['tasks'])
      for (const title of ['a', 'b', 'c']) await ada.call('tasks.create', { project: slug, title })
      const first = (await getPublic(slug, { limit: 2 })).tasks!
      const rest = (await getPublic(slug, { limit: 2, cursor: first.nextCursor! })).tasks!
      assert.deepEqual(
        [...first.items, ...rest.items].map(({ title }) => title),
        ['a', 'b', 'c'],
      )
      assert.equal(rest.nextCursor, null)
      await assert.rejects(getPublic(slug, { cursor: 'x' }), { code: 'invalid_cursor' })
    })

    it('returns the same 404 for every project that is not public', async () => {
      const { slug } = await publish('Seen')
      await getPublic(slug.toLowerCase(), {}, ada.user.username.toUpperCase())
      const details: string[] = []
      const expectNotFound = async (reason: string, path = `${ada.user.username}/${slug}`) => {
        const response = await fetch(`${server.url}/api/public/projects/${path}`)
        const body = (await response.json()) as { code: string; detail: string; title: string }
        assert.deepEqual([response.status, body.code], [404, 'not_found'], reason)
        details.push(body.detail.replace(/"[^"]*"/, ''))
      }
      const { database } = server.app
      await expectNotFound('an unknown user', `no-such-user/${slug}`)
      await expectNotFound('an unknown name', `${ada.user.username}/nothing`)
      await expectNotFound("a colleague's", `${grace.user.username}/${slug}`)
      for (const visibility of ['private', 'organization'] as const) {
        const other = await ada.call('projects.create', { name: visibility, visibility })
        await expectNotFound(visibility, `${ada.user.username}/${other.slug}`)
      }
      await database.run(sql`update users set suspended_at = now() where id = ${ada.user.id}`)
      await expectNotFound('its creator is suspended')
      await database.run(
        sql`update users set suspended_at = null, erased_at = now() where id = ${ada.user.id}`,
      )
      await expectNotFound('its creator is erased')
      await database.run(sql`update users set erased_at = null where id = ${ada.user.id}`)
      await getPublic(slug)
      await ada.call('projects.delete', { project: slug })
      await expectNotFound('deleted')
      await ada.call('trash.restore', { kind: 'project', item: slug })
      await ada.call('projects.archive', { project: slug })
      assert.ok((await getPublic(slug)).archivedAt, 'archived projects stay visible')
      await ada.call('projects.update', { project: slug, visibility: 'private' })
      await expectNotFound('no longer public')
      assert.equal(new Set(details).size, 1, 'the response never says why')
    })

    it('gives outsiders and guests only the public view, and members their usual rights', async () => {
      const { slug, id } = await publish('Both')
      const { key } = await ada.call('tasks.create', { project: slug, title: 'x' })
      const [outsider, guest] = [await server.register('Outsider'), await addMember(server, ada, 'guest')]
      for (const { call } of [outsider, guest]) {
        for (const project of [slug, id]) await assert.rejects(call('projects.get', { project }), notFound)
        await assert.rejects(call('tasks.get', { task: key }), notFound)
        await assert.rejects(call('comments.create', { item: key, body: 'x' }), notFound)
        await assert.rejects(call('activity.listHistory', { item: key }), notFound)
        assert.ok((await call('tasks.list', {})).items.every((task) => task.key !== key))
        const seen = await call('publicProjects.get', { user: ada.user.username, slug })
        assert.deepEqual(seen, await getPublic(slug), 'the view is the same for every caller')
      }
      assert.deepEqual((await grace.call('projects.get', { project: slug })).may, {
        edit: true,
        manage: false,
      })
    })

    it('applies the rate limit of the network', async () => {
      const { slug } = await publish('Counted')
      const response = await fetch(`${server.url}/api/public/projects/${ada.user.username}/${slug}`)
      assert.ok(response.headers.get('ratelimit-remaining') ?? response.headers.get('ratelimit'))
    })
  })
}
