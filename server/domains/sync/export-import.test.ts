import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember, addTeam } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { newId } from '../../platform/ids.ts'
import type { SyncItem } from './item.ts'
import { type Exported, exported } from './test-device.ts'

for (const engine of oneEngine) {
  describe(`sync export and import, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let file: Exported
    const count = (items: SyncItem[], kind: string) => items.filter((item) => item.kind === kind).length
    const named = ({ items }: Exported, key: string) => items.find((item) => item.key === key)!
    const titled = ({ items }: Exported, title: string) => items.find(({ fields }) => fields.title === title)!
    const upload = (person: Person, document: object) =>
      person.call('sync.import', { file: new File([JSON.stringify(document)], 'export.json') })

    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await server.register('Grace')
      const { slug: project } = await ada.call('projects.create', { name: 'Shop', slug: 'shop', key: 'SHP' })
      const team = await addTeam(server, ada)
      await ada.call('skills.create', { name: 'Team skill', content: 'Text.', scope: 'team', team })
      const skill = await ada.call('skills.create', { name: 'Deploy', content: 'Text.' })
      const agent = await ada.call('agents.create', { name: 'Builder', skills: [skill.id] })
      const epic = await ada.call('epics.create', { project, title: 'Epic' })
      const story = await ada.call('stories.create', { project, title: 'Story', epic: epic.id })
      const feature = await ada.call('features.create', { project, title: 'Feature' })
      const task = { project, title: 'Task', description: 'Text.', labels: ['a'], story: story.key }
      await ada.call('tasks.create', { ...task, feature: feature.key, assignee: 'me', status: 'in_progress' })
      await ada.call('tasks.create', { project, title: 'Task of an agent', assignee: agent.id })
      const decision = await ada.call('decisions.log', { project, title: 'Rejected' })
      await ada.call('decisions.resolve', { decision: decision.key, status: 'rejected', outcome: 'No.' })
      await ada.call('decisions.log', { title: 'Accepted', status: 'accepted' })
      const spec = await ada.call('specs.create', { project, title: 'Spec', content: 'Text.' })
      await ada.call('specs.update', { spec: spec.key, status: 'review' })
      await ada.call('specs.update', { spec: spec.key, status: 'approved' })
      await ada.call('notes.create', { title: 'Private', content: 'Text.' })
      await ada.call('notes.create', { project, title: 'Note', content: 'Text.', pinned: true })
      const session = await ada.call('sessions.create', { project, title: 'Session', agent: agent.id })
      const old = await store({ scope: 'session', session: session.id, content: 'Old.' })
      await store({ scope: 'session', session: session.id, content: 'New.', supersedes: [old] })
      const deleted = await ada.call('tasks.create', { project, title: 'Deleted' })
      await ada.call('tasks.delete', { task: deleted.key })
      file = await exported(ada)
    })
    after(() => server.stop())

    async function store(input: {
      scope: 'session'
      session: string
      content: string
      supersedes?: string[]
    }) {
      return ((await ada.call('memories.store', input)) as { memory: { id: string } }).memory.id
    }

    it('exports the visible items of every kind, without deleted ones', async () => {
      assert.deepEqual(
        [file.format, file.version, file.organization.id],
        ['baton-export', 1, ada.organization.id],
      )
      const kinds = file.items.map(({ kind }) => kind)
      assert.equal(new Set(kinds).size, 12)
      assert.deepEqual(
        [count(file.items, 'task'), count(file.items, 'skill'), count(file.items, 'memory')],
        [2, 2, 2],
      )
      assert.ok(kinds.indexOf('skill') < kinds.indexOf('agent') && kinds.indexOf('project') === 0)
      const guest = await addMember(server, ada, 'guest')
      assert.deepEqual((await exported(guest)).items, [])
      await assert.rejects(server.anonymous('sync.export', {}), { code: 'unauthenticated' })
    })

    it('imports a file into another organization with its references, and nothing twice', async () => {
      const first = await upload(grace, file)
      assert.deepEqual(first, { created: file.items.length, existing: 0, refused: [] })
      const copy = await exported(grace)
      assert.equal(copy.items.length, file.items.length)
      const ids = new Set(file.items.map(({ id }) => id))
      assert.ok(copy.items.every(({ id }) => !ids.has(id)))
      const [task, project] = [titled(copy, 'Task'), named(copy, 'shop')]
      const references = [task.fields.project, task.fields.story, task.fields.feature, task.fields.assignee]
      const expected = [project.id, titled(copy, 'Story').id, titled(copy, 'Feature').id, null]
      assert.deepEqual(references, expected)
      assert.deepEqual([task.key, task.fields.status, task.fields.labels], ['SHP-4', 'in_progress', ['a']])
      const agent = named(copy, 'Builder')
      assert.equal(titled(copy, 'Task of an agent').fields.assignee, agent.id)
      assert.deepEqual(agent.fields.skills, [named(copy, 'deploy').id])
      assert.deepEqual(
        [named(copy, 'team-skill').fields.scope, titled(copy, 'Spec').fields.status],
        ['personal', 'approved'],
      )
      const { status, outcome } = titled(copy, 'Rejected').fields
      assert.deepEqual(
        [status, outcome, titled(copy, 'Accepted').fields.status],
        ['rejected', 'No.', 'accepted'],
      )
      const memories = copy.items.filter(({ kind }) => kind === 'memory')
      const newer = memories.find(({ fields }) => fields.content === 'New.')!
      const older = memories.find(({ fields }) => fields.content === 'Old.')!
      assert.deepEqual(
        [older.fields.supersededBy, older.fields.session],
        [newer.id, titled(copy, 'Session').id],
      )

      await grace.call('tasks.delete', { task: task.key })
      const again = await upload(grace, file)
      assert.deepEqual(again, { created: 0, existing: file.items.length, refused: [] })
      const own = await upload(ada, file)
      assert.deepEqual(own, { created: 0, existing: file.items.length, refused: [] })
    })

    it('imports a file in parts, as a JSON body, with free names for taken ones', async () => {
      const other = await server.register('Other')
      await other.call('projects.create', { name: 'Taken', slug: 'shop', key: 'SHP' })
      const { id: sameAgent } = await other.call('agents.create', { name: 'builder' })
      const send = async (items: SyncItem[]) => {
        const response = await fetch(`${server.url}/api/sync/import`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${other.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...file, items }),
        })
        return (await response.json()) as { created: number; existing: number; refused: object[] }
      }
      const isParent = ({ kind }: SyncItem) => kind === 'project' || kind === 'agent'
      const parents = await send(file.items.filter(isParent))
      assert.deepEqual(parents, { created: 1, existing: 1, refused: [] })
      const rest = await send(file.items.filter((item) => !isParent(item)))
      assert.deepEqual([rest.created, rest.refused], [file.items.length - 2, []])
      const copy = await exported(other)
      const project = copy.items.find(({ fields }) => fields.name === 'Shop')!
      assert.notEqual(project.key, 'shop')
      assert.equal(titled(copy, 'Task of an agent').fields.assignee, sameAgent)
      assert.equal(titled(copy, 'Task').fields.project, project.id)
    })

    it('creates each item once for concurrent imports of one file', async () => {
      const other = await server.register('Twice')
      const results = await Promise.all([upload(other, file), upload(other, file)])
      assert.equal(results[0].created + results[1].created, file.items.length)
      assert.deepEqual([results[0].refused, results[1].refused], [[], []])
      assert.equal((await exported(other)).items.length, file.items.length)
    })

    it('refuses an item with its problem, and the items that belong to it', async () => {
      const guest = await addMember(server, await server.register('Empty'), 'guest')
      const refused = await upload(guest, file)
      const codes = Object.fromEntries(
        refused.refused.map(({ kind, problem }) => [kind, problem.code as string]),
      )
      assert.deepEqual([codes.project, codes.task], ['role_too_low', 'parent_not_imported'])
      const invalid = structuredClone(file)
      titled(invalid, 'Private').fields.title = ''
      const other = await server.register('Third')
      const { created, refused: one } = await upload(other, invalid)
      assert.deepEqual(
        [created, one.length, one[0]!.problem.code],
        [file.items.length - 1, 1, 'invalid_input'],
      )
      const [project] = file.items
      const orphan = { ...titled(file, 'Task'), id: newId() }
      orphan.fields = { ...orphan.fields, project: newId() }
      const missing = await upload(other, { ...file, items: [project, orphan] })
      assert.deepEqual([missing.existing, missing.refused[0]!.problem.code], [1, 'parent_not_imported'])
    })

    it('rejects a file that is not an export', async () => {
      const rejected = { status: 422, code: 'not_an_export' }
      for (const document of [{}, [], { ...file, version: 2 }, { ...file, items: [{ kind: 'task' }] }])
        await assert.rejects(upload(grace, document), rejected)
      const broken = grace.call('sync.import', { file: new File(['{"format":'], 'x.json') })
      await assert.rejects(broken, { status: 400, code: 'invalid_json' })
    })

    it('streams a large export in parts', async () => {
      const many = await server.register('Many')
      await server.app.database.run(
        sql`insert into notes (id, organization_id, owner_id, title, content, created_by)
          select gen_random_uuid(), ${many.organization.id}, ${many.user.id}, 'Note ' || n, repeat('x', 2000), '{}'
            from generate_series(1, 3000) n`,
      )
      const response = await fetch(`${server.url}/api/sync/export`, {
        headers: { Authorization: `Bearer ${many.token}` },
      })
      assert.match(response.headers.get('content-disposition')!, /^attachment; filename="baton-/)
      let [parts, text] = [0, '']
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
        parts++
        text += part
      }
      assert.ok(parts > 5)
      assert.equal((JSON.parse(text) as Exported).items.length, 3000)
    })
  })
}
