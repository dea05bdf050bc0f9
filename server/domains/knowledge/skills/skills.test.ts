import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { seed } from '../../../assembly/seed.ts'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember, addToTeam } from '../../../../test/world.ts'
import { upsertBuiltIn } from './built-in.ts'

for (const engine of oneEngine) {
  describe(`skills, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let lin: Person
    let team: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      lin = await addMember(server, ada, 'member')
      team = (await ada.call('teams.create', { name: 'Shop' })).slug
      await addToTeam(server, team, grace, 'member')
    })
    after(() => server.stop())

    const forbidden = { status: 403, code: 'forbidden' }
    const notFound = { status: 404, code: 'not_found' }
    const write = (person: Person, name: string, more: object = {}) =>
      person.call('skills.create', { name, content: `# ${name}\n`, ...more })
    const names = async (person: Person, input: object = {}) =>
      (await person.call('skills.list', { builtIn: false, ...input })).items.map(({ name }) => name)

    it('lists personal, team, public and built-in skills together, by name and in pages', async () => {
      await write(grace, 'Listed alone')
      await write(ada, 'listed by the team', { team })
      await write(lin, 'Listed for all', { scope: 'public' })
      assert.deepEqual(await names(grace, { search: 'listed' }), [
        'Listed alone',
        'listed by the team',
        'Listed for all',
      ])
      assert.deepEqual(await names(ada, { search: 'listed' }), ['listed by the team', 'Listed for all'])
      assert.deepEqual(await names(lin, { search: 'LISTED for' }), ['Listed for all'])
      assert.deepEqual(await names(grace, { search: 'listed', scope: ['team'] }), ['listed by the team'])
      assert.deepEqual(await names(grace, { team }), ['listed by the team'])

      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await grace.call('skills.list', { limit: 4, ...(cursor && { cursor }) })
        found.push(...page.items.map(({ name }) => name))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      const sorted = found.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
      assert.deepEqual(found, sorted)
      assert.ok(found.includes('Write a spec') && found.includes('Listed alone'))
      const { items } = await lin.call('skills.list', { builtIn: true })
      assert.equal(items.length, 6)
      assert.deepEqual(
        [items[0]!.owner, items[0]!.scope, items[0]!.may],
        [null, 'public', { edit: false, delete: false }],
      )
    })

    it('lets owners, teams and admins change their skills, and rejects others', async () => {
      const own = await write(grace, 'Hers')
      for (const person of [ada, lin])
        await assert.rejects(person.call('skills.get', { skill: own.id }), notFound)
      const shared = await write(ada, "The team's", { team })
      assert.deepEqual(shared.may, { edit: true, delete: true })
      const seen = await grace.call('skills.get', { skill: shared.slug })
      assert.deepEqual(seen.may, { edit: true, delete: false })
      await grace.call('skills.update', { skill: shared.slug, description: 'By Grace' })
      await assert.rejects(grace.call('skills.delete', { skill: shared.slug }), forbidden)
      const publishing = grace.call('skills.update', { skill: shared.slug, scope: 'public' })
      await assert.rejects(publishing, forbidden)
      await assert.rejects(lin.call('skills.get', { skill: shared.slug }), notFound)
      await addToTeam(server, team, lin, 'lead')
      assert.deepEqual((await lin.call('skills.get', { skill: shared.slug })).may, {
        edit: true,
        delete: true,
      })
      const open = await write(grace, 'Open', { scope: 'public' })
      await assert.rejects(lin.call('skills.update', { skill: open.slug, name: 'x' }), forbidden)
      assert.equal((await ada.call('skills.update', { skill: open.slug, name: 'By Ada' })).name, 'By Ada')
      const mine = await ada.call('skills.update', { skill: shared.slug, scope: 'personal' })
      assert.equal(mine.teamId, null)
      await assert.rejects(grace.call('skills.get', { skill: shared.slug }), notFound)
    })

    it('shows public skills in every organization and without an account', async () => {
      const open = await write(grace, 'For the world', { scope: 'public', tags: ['world'] })
      const stranger = await server.register('Stranger')
      const found = await stranger.call('skills.list', { tag: ['world'] })
      assert.deepEqual(
        found.items.map(({ id, may }) => ({ id, may })),
        [{ id: open.id, may: { edit: false, delete: false } }],
      )
      assert.equal((await stranger.call('skills.get', { skill: open.publicSlug! })).content, open.content)
      await assert.rejects(stranger.call('skills.update', { skill: open.id, name: 'x' }), forbidden)
      const page = await server.anonymous('skills.getPublic', { slug: open.publicSlug! })
      assert.deepEqual([page.name, page.content, page.by], ['For the world', open.content, grace.user.name])

      const same = await stranger.call('skills.create', {
        name: 'For the world',
        slug: open.slug,
        content: 'Other',
        scope: 'public',
      })
      assert.deepEqual([same.slug, same.publicSlug], [open.slug, `${open.slug}-2`])
      assert.equal(
        (await stranger.call('skills.get', { skill: open.slug })).content,
        'Other',
        'their own skill takes precedence',
      )

      const closed = await grace.call('skills.update', { skill: open.id, scope: 'personal' })
      assert.equal(closed.publicSlug, null)
      await assert.rejects(server.anonymous('skills.getPublic', { slug: open.publicSlug! }), notFound)
      await assert.rejects(stranger.call('skills.get', { skill: open.id }), notFound)
    })

    it('shows only public skills to guests and project-bound credentials', async () => {
      const shared = await write(ada, 'Not for guests', { team })
      const guest = await addMember(server, ada, 'guest')
      const { slug } = await ada.call('projects.create', { name: 'Bound' })
      const key = await ada.call('credentials.createApiKey', { name: 'bound', project: slug })
      for (const call of [guest.call, server.client(key.value)]) {
        await assert.rejects(call('skills.get', { skill: shared.id }), notFound)
        assert.equal((await call('skills.get', { skill: 'write-a-spec' })).builtIn, true)
        const { items } = await call('skills.list', { limit: 200 })
        assert.ok(items.length > 0 && items.every(({ scope }) => scope === 'public'))
        await assert.rejects(call('skills.create', { name: 'x', content: '' }), { status: 403 })
      }
    })

    it('rejects changes of built-in skills, and adds a revision for their new text', async () => {
      const change = ada.call('skills.update', { skill: 'write-a-spec', name: 'x' })
      await assert.rejects(change, { status: 422, code: 'built_in_skill' })
      const before = await ada.call('skills.get', { skill: 'write-a-spec' })
      await seed(server.app.database)
      assert.deepEqual(await ada.call('skills.get', { skill: 'write-a-spec' }), before)
      const { id, slug, name, description, tags } = before
      const text = { id, slug, name, description, tags }
      await upsertBuiltIn(server.app.database, { ...text, content: `${before.content}\nMore.\n` })
      const after = await ada.call('skills.get', { skill: 'write-a-spec' })
      assert.deepEqual([after.revision, after.version, after.content.endsWith('More.\n')], [2, 2, true])
      const first = await ada.call('skills.get', { skill: 'write-a-spec', revision: 1 })
      assert.equal(first.content, before.content)
      const own = await ada.call('skills.create', { name: 'Write a spec', slug, content: 'Our way' })
      assert.equal((await ada.call('skills.get', { skill: slug })).id, own.id)
      assert.equal((await lin.call('skills.get', { skill: slug })).id, id)
    })

    it('rejects a slug that is taken in the organization and suggests a free one', async () => {
      const first = await write(ada, 'Twice')
      const second = await write(ada, 'Twice')
      assert.deepEqual([first.slug, second.slug], ['twice', 'twice-2'])
      const taken = await write(ada, 'Other', { slug: 'twice' }).then(
        () => assert.fail(),
        (error: { status: number; code: string; body: { suggestion: string } }) => error,
      )
      assert.deepEqual([taken.status, taken.code, taken.body.suggestion], [409, 'slug_taken', 'twice-3'])
      await assert.rejects(write(ada, 'Of no team', { scope: 'team' }), { status: 400 })
      await assert.rejects(write(lin, 'Of none', { team: 'nowhere' }), notFound)
    })

    it("does not reveal the slug of another person's skill", async () => {
      await write(ada, 'Hidden plan')
      const own = await write(grace, 'Hidden plan', { slug: 'hidden-plan' })
      assert.equal(own.slug, 'hidden-plan-2')
      assert.equal((await grace.call('skills.get', { skill: own.slug })).id, own.id)
      const other = await write(grace, 'Other plan')
      const renamed = await grace.call('skills.update', { skill: other.slug, slug: 'hidden-plan' })
      assert.equal(renamed.slug, 'hidden-plan-3')
    })

    it('stores every change of the texts as a revision and compares any two', async () => {
      const file = (path: string, content: string) => ({ path, content })
      const skill = await write(ada, 'Revised', { files: [file('a.sh', 'one'), file('docs/b.md', 'two')] })
      const changed = await ada.call('skills.update', {
        skill: skill.slug,
        content: '# Revised\n\nBetter.\n',
        reason: 'Better.',
        files: [file('a.sh', 'three'), file('c.md', 'four')],
      })
      assert.deepEqual([changed.revision, changed.version], [2, 2])
      const moved = await ada.call('skills.update', { skill: skill.slug, slug: 'revised-again' })
      assert.deepEqual([moved.revision, moved.version], [2, 3], 'a new slug adds no revision')
      const emptied = await ada.call('skills.update', { skill: 'revised-again', files: [] }, { ifMatch: 3 })
      assert.deepEqual([emptied.files, emptied.revision], [[], 3])
      const stale = ada.call('skills.update', { skill: skill.id, name: 'x' }, { ifMatch: 3 })
      await assert.rejects(stale, { code: 'version_conflict', status: 412 })
      const compared = await ada.call('skills.compare', { skill: skill.id, from: 1, to: 2 })
      assert.deepEqual([compared.added, compared.removed], [2, 0])
      assert.deepEqual(compared.files, { added: ['c.md'], removed: ['docs/b.md'], changed: ['a.sh'] })
      const { items } = await ada.call('skills.listRevisions', { skill: skill.id })
      assert.deepEqual(
        items.map(({ revision, reason, more }) => [revision, reason, 'files' in more]),
        [
          [3, '', false],
          [2, 'Better.', false],
          [1, '', false],
        ],
      )
      const first = await ada.call('skills.get', { skill: skill.id, revision: 1 })
      assert.deepEqual([first.files[0]!.content, first.latestRevision], ['one', 3])
    })

    it('rejects files with invalid paths, too many files and too much text', async () => {
      const wrong = ['../up', '/etc/passwd', 'a//b', 'a/./b', 'C:\\x', 'SKILL.md', 'skill.MD', 'a\tb', 'end.']
      for (const path of wrong)
        await assert.rejects(write(ada, 'Wrong', { files: [{ path, content: '' }] }), { status: 400 }, path)
      const several = [
        ['a', 'A'],
        ['a', 'a/b'],
      ]
      for (const paths of several)
        await assert.rejects(write(ada, 'Wrong', { files: paths.map((path) => ({ path, content: '' })) }), {
          status: 400,
        })
      const half = 'x'.repeat(300_000)
      const large = { files: [{ path: 'a', content: half }], content: half }
      await assert.rejects(write(ada, 'Large', large), { status: 400 })
      const many = Array.from({ length: 51 }, (_, index) => ({ path: `${index}`, content: '' }))
      await assert.rejects(write(ada, 'Many', { files: many }), { status: 400 })
    })

    it('deletes and restores a skill, and undoes a revision', async () => {
      const skill = await write(grace, 'Deleted')
      await grace.call('skills.update', { skill: skill.slug, content: 'Worse', tags: ['worse'] })
      const events = async (person: Person) =>
        (await person.call('activity.listEvents', { limit: 500 })).items.filter(
          ({ subject }) => subject.id === skill.id,
        )
      assert.deepEqual(await events(lin), [], 'events of a personal skill are private to its owner')
      const updated = (await events(grace)).find(({ type }) => type === 'skill.updated')!
      assert.ok(!JSON.stringify(updated.data).includes('Worse'), 'texts are in the revisions')
      await grace.call('activity.undo', { event: updated.id })
      const back = await grace.call('skills.get', { skill: skill.slug })
      assert.deepEqual([back.content, back.tags, back.revision], [skill.content, [], 3])

      await grace.call('skills.delete', { skill: skill.slug })
      await assert.rejects(grace.call('skills.get', { skill: skill.slug }), notFound)
      assert.deepEqual((await lin.call('trash.list', { kind: ['skill'] })).items, [])
      await assert.rejects(lin.call('trash.restore', { kind: 'skill', item: skill.slug }), notFound)
      assert.equal((await grace.call('trash.list', { kind: ['skill'] })).items[0]!.key, skill.slug)
      await grace.call('trash.restore', { kind: 'skill', item: skill.slug })
      assert.equal((await grace.call('skills.get', { skill: skill.slug })).version, 5)
    })

    it('rejects a public skill in a sandbox', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const call = server.client(key.value)
      const tried = call('skills.create', { name: 'Tried', content: '', scope: 'public' })
      await assert.rejects(tried, { code: 'sandbox_not_public' })
      assert.equal((await call('skills.create', { name: 'Tried', content: '' })).scope, 'personal')
    })

    it('lets agents list and read skills with tools', async () => {
      const agent = await ada.agent()
      const { data } = await agent.call('list_skills', { search: 'hand over' })
      const [found] = data.items as unknown as { slug: string }[]
      const read = await agent.call('get_skill', { skill: found!.slug })
      assert.match(String(read.data.content), /^# Hand over work/)
      await agent.close()
    })
  })
}
