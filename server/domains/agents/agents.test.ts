import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { insert } from '../../../test/things.ts'
import { addMember } from '../../../test/world.ts'
import { newId } from '../../platform/ids.ts'

for (const engine of oneEngine) {
  describe(`agents on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const addSkill = (owner: Person, slug: string, scope: 'personal' | 'public') =>
      insert(server, 'skills', {
        id: newId(),
        organization_id: ada.organization.id,
        owner_id: owner.user.id,
        slug,
        scope,
        name: slug,
        description: `About ${slug}`,
        content: 'Do it well.',
      })

    it('creates an agent with all fields and finds it by name or id', async () => {
      await addSkill(ada, 'review', 'public')
      const own = await addSkill(ada, 'secret', 'personal')
      const created = await ada.call('agents.create', {
        name: 'Builder',
        role: 'Builds',
        instructions: '# Build\nCarefully.',
        skills: [own, 'review'],
        memoryScope: 'project',
        model: 'any-large',
        dailyBudget: 500,
      })
      assert.deepEqual(
        [
          created.name,
          created.role,
          created.memoryScope,
          created.model,
          created.dailyBudget,
          created.owner?.name,
        ],
        ['Builder', 'Builds', 'project', 'any-large', 500, 'Ada'],
      )
      assert.deepEqual(
        created.skills.map(({ slug }) => slug),
        ['secret', 'review'],
      )
      assert.deepEqual(created.may, { edit: true, delete: true })
      for (const agent of ['builder', 'Builder', created.id])
        assert.equal((await ada.call('agents.get', { agent })).id, created.id)

      const seen = await grace.call('agents.get', { agent: 'Builder' })
      assert.deepEqual(
        [seen.instructions, seen.skills.map(({ slug }) => slug), seen.may],
        ['# Build\nCarefully.', ['review'], { edit: false, delete: false }],
        'only skills that Grace can see',
      )
      const taken = { status: 409, code: 'already_taken' }
      await assert.rejects(grace.call('agents.create', { name: 'BUILDER' }), taken)
      for (const name of ['me', newId()])
        await assert.rejects(ada.call('agents.create', { name }), { status: 400 })
      await assert.rejects(grace.call('agents.create', { name: 'Thief', skills: [own] }), {
        code: 'invalid_input',
      })
    })

    it('lets the owner and administrators change an agent and undo the change', async () => {
      const { id, version } = await grace.call('agents.create', { name: 'Scout', role: 'Looks' })
      const other = await addMember(server, ada, 'member')
      const forbidden = { status: 403, code: 'forbidden' }
      await assert.rejects(other.call('agents.update', { agent: id, role: 'x' }), forbidden)
      await assert.rejects(other.call('agents.delete', { agent: id }), forbidden)

      const slug = (await addSkill(grace, 'looking', 'public')) && 'looking'
      const skilled = await grace.call('agents.update', { agent: 'Scout', skills: [slug] })
      assert.deepEqual([skilled.version, skilled.skills[0]!.slug], [version + 1, slug])
      const changed = await ada.call('agents.update', {
        agent: id,
        role: 'Finds',
        dailyBudget: 10,
        skills: [],
      })
      assert.deepEqual([changed.version, changed.role, changed.skills], [version + 2, 'Finds', []])
      await assert.rejects(grace.call('agents.update', { agent: id, role: 'Old' }, { ifMatch: version }), {
        status: 412,
      })
      const { items } = await grace.call('activity.list', { type: 'agent.updated' })
      const undone = await grace.call('activity.undo', { event: items[0]!.id })
      assert.deepEqual(undone.restored.toSorted(), ['dailyBudget', 'role', 'skills'])
      const back = await grace.call('agents.get', { agent: id })
      assert.deepEqual([back.role, back.dailyBudget, back.skills[0]!.slug], ['Looks', null, slug])

      const transferred = await grace.call('agents.update', { agent: id, owner: other.user.username })
      assert.deepEqual([transferred.owner?.id, transferred.may.edit], [other.user.id, false])
      await assert.rejects(ada.call('agents.update', { agent: id, name: 'Builder' }), { status: 409 })
      await ada.call('members.remove', { member: other.user.id })
      assert.equal((await ada.call('agents.get', { agent: id })).owner, null)
    })

    it('hides agents from guests and from project-bound credentials', async () => {
      const { id } = await ada.call('agents.create', { name: 'Hidden' })
      const guest = await addMember(server, ada, 'guest')
      await assert.rejects(guest.call('agents.list', {}), { status: 403 })
      await assert.rejects(guest.call('agents.get', { agent: id }), { status: 403 })
      const bound = await ada.agent({ project: 'web' })
      assert.equal((await bound.call('get_agent', { agent: id })).data.code, 'project_only')
      await bound.close()
      const outsider = await server.register('Outsider')
      await assert.rejects(outsider.call('agents.get', { agent: id }), { status: 404 })
    })

    it('lets an agent edit itself, but not its limits or other agents', async () => {
      const builder = await ada.agent({ agent: 'Careful' })
      const { data: me } = await builder.call('get_agent', { agent: 'Careful', detail: 'full' })
      assert.deepEqual([me.name, me.may], ['Careful', { edit: true, delete: false }])
      const changed = await builder.call('update_agent', { agent: 'me', instructions: 'Be careful.' })
      assert.deepEqual([changed.isError, changed.data.instructions], [false, 'Be careful.'])
      for (const limits of [{ dailyBudget: 1000 }, { publicSlug: 'careful' }, { owner: grace.user.username }])
        assert.equal(
          (await builder.call('update_agent', { agent: 'me', ...limits })).data.code,
          'set_by_people',
        )
      await ada.call('agents.create', { name: 'Another' })
      for (const tool of ['update_agent', 'delete_agent'])
        assert.equal((await builder.call(tool, { agent: 'Another' })).data.code, 'forbidden')
      assert.equal((await builder.call('delete_agent', { agent: 'me' })).data.code, 'forbidden')
      const created = await builder.call('create_agent', { name: 'Its child' })
      assert.deepEqual(created.data.owner, { name: 'Ada' })
      await builder.close()
      const unbound = await ada.agent()
      assert.equal((await unbound.call('update_agent', { agent: 'me', role: 'None' })).data.code, 'not_found')
      assert.equal((await unbound.call('update_agent', { agent: 'Another', dailyBudget: 5 })).isError, false)
      await unbound.close()
    })

    it('lists agents by name in pages, and filters by project', async () => {
      const company = await server.register('Company')
      for (const name of ['gamma', 'Alpha', 'beta', 'Delta']) await company.call('agents.create', { name })
      const names: string[] = []
      let cursor: string | undefined
      do {
        const page = await company.call('agents.list', { limit: 3, ...(cursor && { cursor }) })
        names.push(...page.items.map(({ name }) => name))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      assert.deepEqual(names, ['Alpha', 'beta', 'Delta', 'gamma'])
      const listed = async (filter: object) =>
        (await company.call('agents.list', filter)).items.map(({ name, openTasks }) => [name, openTasks])
      assert.deepEqual(await listed({ search: 'ELT' }), [['Delta', 0]])

      await company.call('projects.create', { name: 'Site', slug: 'site' })
      assert.deepEqual(await listed({ project: 'site' }), [])
      const { key } = await company.call('tasks.create', { project: 'site', title: 'x', assignee: 'beta' })
      await company.call('tasks.create', { project: 'site', title: 'y', assignee: 'beta' })
      await company.call('tasks.complete', { task: key })
      assert.deepEqual(await listed({ project: 'site' }), [['beta', 1]])
    })

    it('shows an agent with its open work, activity and memory', async () => {
      const worker = await ada.agent({ agent: 'Worker' })
      const { key: task } = await ada.call('tasks.create', {
        project: 'web',
        title: 'To do',
        assignee: 'Worker',
      })
      const { key: claimed } = await ada.call('tasks.create', { project: 'web', title: 'Held' })
      await worker.call('claim_task', { task: claimed })
      await worker.call('log_activity', { type: 'thought', description: 'It looks easy.', project: 'web' })
      await worker.close()
      const { id } = await ada.call('agents.get', { agent: 'Worker' })
      const hidden = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const learn = (content: string, project?: string) =>
        ada.call('memories.store', { scope: 'agent', agent: id, content, ...(project && { project }) })
      await learn('Tests are in test/.')
      await learn('A secret of the hidden project.', hidden.slug)
      await ada.call('sessions.create', { title: 'Morning', agent: id })

      const { work, memory, activity, usedToday } = await ada.call('agents.get', { agent: 'Worker' })
      assert.deepEqual(
        work.tasks.map((each) => [each.key, each.claim?.number]),
        [
          [claimed, 1],
          [task, undefined],
        ],
      )
      assert.deepEqual(
        [work.sessions.map(({ title }) => title), memory.map(({ content }) => content), usedToday],
        [['Morning'], ['A secret of the hidden project.', 'Tests are in test/.'], null],
      )
      assert.deepEqual(
        activity.map(({ type }) => type),
        ['thought', 'task.claimed', 'mcp_token.connected'],
      )
      const seen = await grace.call('agents.get', { agent: 'Worker' })
      assert.deepEqual(
        [seen.work.tasks.length, seen.work.sessions, seen.memory.map(({ content }) => content)],
        [2, [], ['Tests are in test/.']],
      )
    })

    it('shows only public fields and skills on the public page', async () => {
      const personal = await addSkill(ada, 'private-skill', 'personal')
      const shown = await addSkill(ada, 'open-skill', 'public')
      const publicSlug = `helper-${newId().slice(-6)}`
      const { id, version } = await ada.call('agents.create', {
        name: 'Helper',
        role: 'Helps',
        instructions: 'Be kind.',
        skills: [personal, shown],
        publicSlug,
      })
      const page = await server.anonymous('agents.getPublic', { slug: publicSlug })
      assert.deepEqual(page, {
        slug: publicSlug,
        name: 'Helper',
        role: 'Helps',
        instructions: 'Be kind.',
        model: '',
        version,
        skills: [{ name: 'open-skill', description: 'About open-skill' }],
        updatedAt: page.updatedAt,
      })
      const outsider = await server.register('Outsider')
      await assert.rejects(outsider.call('agents.create', { name: 'Other', publicSlug }), {
        status: 409,
        code: 'already_taken',
      })
      await ada.call('agents.update', { agent: id, publicSlug: null })
      await assert.rejects(server.anonymous('agents.getPublic', { slug: publicSlug }), { status: 404 })
      const test = await ada.agent({ mode: 'test' })
      const rejected = await test.call('create_agent', { name: 'Tried', publicSlug })
      assert.equal(rejected.data.code, 'sandbox_not_public')
      await test.close()
    })

    it('includes owned agents in the account export', async () => {
      const { agents } = await grace.call('accounts.export', {})
      assert.deepEqual(
        agents.map(({ name }) => name),
        (await grace.call('agents.list', {})).items
          .filter(({ owner }) => owner?.id === grace.user.id)
          .map(({ name }) => name),
      )
    })
  })
}
