import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`publishing a project, on ${engine}`, () => {
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

    it('lets only project managers publish a project, and records it', async () => {
      const { slug, id } = await ada.call('projects.create', { name: 'Decided' })
      const forbidden = { status: 403, code: 'forbidden' }
      await assert.rejects(grace.call('projects.share', { project: slug, public: true }), forbidden)
      await assert.rejects(grace.call('projects.update', { project: slug, visibility: 'public' }), forbidden)
      const sections: Section[] = ['overview', 'tasks']
      const share = await ada.call('projects.share', { project: slug, public: true, sections })
      const path = `/api/public/projects/${ada.user.username}/${slug}`
      assert.deepEqual([share.public, share.user, share.team], [{ sections, path }, null, null])
      assert.equal((await fetch(server.url + path)).status, 200)
      await assert.rejects(grace.call('projects.update', { project: slug, publicSections: [] }), forbidden)
      await assert.rejects(grace.call('projects.unshare', { project: slug, public: true }), forbidden)

      await ada.call('projects.update', { project: slug, name: 'Renamed' })
      assert.deepEqual((await getPublic(slug)).sections, sections, 'the sections stay')
      await ada.call('projects.unshare', { project: slug, public: true })
      await assert.rejects(getPublic(slug), notFound)
      const left = await grace.call('projects.get', { project: slug })
      assert.deepEqual([left.visibility, left.publicSections], ['organization', []])
      await assert.rejects(ada.call('projects.unshare', { project: slug, public: true }), notFound)
      assert.deepEqual(
        left.activity.slice(0, 3).map(({ type, data }) => [type, data.public, data.sections]),
        [
          ['project.unshared', true, sections],
          ['project.updated', undefined, undefined],
          ['project.shared', true, sections],
        ],
      )
      const [unshared] = left.activity
      const undo = { event: unshared!.id }
      await assert.rejects(grace.call('activity.undo', undo), forbidden)
      await ada.call('activity.undo', undo)
      assert.deepEqual((await getPublic(slug)).sections, sections)
      assert.equal((await ada.call('projects.get', { project: id })).activity[0]!.type, 'project.shared')
    })

    it('rejects sections for a private project and more than one recipient', async () => {
      const { slug } = await ada.call('projects.create', { name: 'Asked' })
      const invalid = { status: 400, code: 'invalid_input' }
      const sections = ada.call('projects.update', { project: slug, publicSections: ['tasks'] })
      await assert.rejects(sections, invalid)
      const both = { project: slug, public: true, user: grace.user.id, role: 'viewer' } as const
      await assert.rejects(ada.call('projects.share', both), invalid)
      await assert.rejects(ada.call('projects.share', { project: slug, public: false }), invalid)
    })

    it('rejects a second public project of the same user with the same slug', async () => {
      const { slug } = await publish('Twice')
      const { slug: organization } = await ada.call('organizations.create', { name: 'Second' })
      await ada.call('organizations.switch', { organization })
      const taken = { status: 409, code: 'already_taken' }
      await assert.rejects(ada.call('projects.create', { name: 'Twice', visibility: 'public' }), taken)
      const same = await ada.call('projects.create', { name: 'Twice', visibility: 'private' })
      assert.equal(same.slug, slug)
      await assert.rejects(ada.call('projects.share', { project: slug, public: true }), taken)
      await assert.rejects(ada.call('projects.update', { project: slug, visibility: 'public' }), taken)

      const home = { organization: ada.organization.slug }
      await ada.call('projects.delete', { project: slug }, home)
      await ada.call('projects.share', { project: slug, public: true })
      await assert.rejects(ada.call('trash.restore', { kind: 'project', item: slug }, home), taken)
      await ada.call('organizations.switch', { organization: ada.organization.slug })
    })

    it('rejects public projects in a sandbox', async () => {
      const { value } = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const test = server.client(value)
      const rejected = { status: 422, code: 'sandbox_not_public' }
      await assert.rejects(test('projects.create', { name: 'Tried', visibility: 'public' }), rejected)
      const { slug } = await test('projects.create', { name: 'Tried' })
      await assert.rejects(test('projects.share', { project: slug, public: true }), rejected)
      await assert.rejects(test('projects.update', { project: slug, visibility: 'public' }), rejected)
    })
  })
}
