import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { oneEngine } from '../../../../test/harness.ts'
import { sql } from '../../../database/sql.ts'
import {
  type Company,
  failing,
  namedAgent,
  closedHost,
  passing,
  startCompany,
  withKey,
} from '../test-company.ts'

for (const engine of oneEngine) {
  describe(`evidence on ${engine}`, () => {
    let company: Company
    let feature: string
    before(async () => {
      company = await startCompany(engine)
      feature = (await company.ada.call('features.create', { project: 'web', title: 'Shown' })).key
    })
    after(() => company.stop())

    const addEvidence = (kind: 'spec' | 'url' | 'commit' | 'file', reference: string) =>
      company.grace.call('evidence.add', { feature, kind, reference })

    it('verifies a link that returns success and fails one that returns an error', async () => {
      const { site } = company
      const found = await addEvidence('url', `${site}/there`)
      assert.deepEqual(
        [found.status, found.finding, found.source, found.checkedAt !== null, found.title],
        ['verified', 'The link returned status 200.', `${site}/there`, true, `${site}/there`],
      )
      const missing = await addEvidence('spec', `${site}/404`)
      assert.deepEqual([missing.status, missing.finding], ['failed', 'The link returned status 404.'])
      company.setStatus('/down', 503)
      assert.equal((await addEvidence('url', `${site}/down`)).status, 'failed')
    })

    it('leaves a link unverified that is not allowed or not reachable', async () => {
      const inside = await addEvidence('url', 'http://127.0.0.1:3/')
      assert.deepEqual(
        [inside.status, inside.finding, inside.checkedAt],
        ['unverified', 'Not checked: its host is not on the public internet.', null],
      )
      for (const host of [
        '[::ffff:127.0.0.1]',
        '169.254.169.254',
        '2130706433',
        '[fd00:ec2::254]',
        'localhost',
      ])
        assert.match((await addEvidence('spec', `http://${host}/`)).finding, /^Not checked/, host)
      const unknown = await addEvidence('url', `http://${closedHost}/`)
      assert.deepEqual(
        [unknown.status, unknown.finding],
        ['unverified', 'The link could not be checked: it cannot be reached (ECONNREFUSED).'],
      )
    })

    it('leaves commits without a repository, files and notes unverified', async () => {
      const { grace } = company
      assert.match((await addEvidence('commit', '4f1c2d3')).finding, /no repository is connected/)
      assert.match((await addEvidence('file', 'docs/a.md')).finding, /^Accepted without a check/)
      const note = await grace.call('evidence.add', {
        feature,
        kind: 'note',
        content: 'First line\nand more',
      })
      assert.deepEqual(
        [note.title, note.content, note.status],
        ['First line', 'First line\nand more', 'unverified'],
      )
    })

    it('reads a test report and counts its failures', async () => {
      const { ada } = company
      const bad = await ada.call('evidence.add', {
        feature,
        kind: 'test_report',
        content: failing,
        gate: 'test',
      })
      assert.deepEqual([bad.status, bad.result!.failures, bad.result!.failed], ['failed', 1, ['closes']])
      const good = await ada.call('evidence.add', {
        feature,
        kind: 'test_report',
        content: passing,
        gate: 'test',
      })
      assert.deepEqual(
        [good.status, good.finding, good.source, good.content, good.title],
        ['verified', '2 of 2 tests passed.', 'The report itself (JUnit XML).', null, 'Test report'],
      )
      const bomb = '<!DOCTYPE x [<!ENTITY a "b">]><testsuite/>'
      const rejected = await ada.call('evidence.add', {
        feature,
        kind: 'test_report',
        content: bomb,
        gate: 'test',
      })
      assert.deepEqual([rejected.status, rejected.result], ['failed', null])
    })

    it('checks evidence again on request and records the change', async () => {
      const { ada, setStatus, lin, site } = company
      const added = await addEvidence('url', `${site}/again`)
      setStatus('/again', 410)
      const checked = await lin.call('evidence.check', { evidence: added.id })
      assert.deepEqual([checked.status, checked.version], ['failed', 2])
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const events = items.filter(({ subject }) => subject.id === added.id)
      assert.deepEqual(
        events.map(({ type, subject }) => [type, subject.key]),
        [
          ['evidence.added', feature],
          ['evidence.checked', feature],
        ],
      )
      const { status } = (events[1]!.data.changes ?? {}) as { status: object }
      assert.deepEqual(status, { from: 'verified', to: 'failed' })
      // A kind that cannot be verified does not change, and no event is recorded.
      const file = await addEvidence('file', 'docs/b.md')
      assert.equal((await lin.call('evidence.check', { evidence: file.id })).version, 1)
    })

    it('activates a planned feature and lists evidence newest first', async () => {
      const { ada, lin } = company
      const { key } = await ada.call('features.create', { project: 'web', title: 'Begun' })
      for (const content of ['one', 'two'])
        await lin.call('evidence.add', { feature: key, kind: 'note', content })
      await lin.call('evidence.add', { feature: key, kind: 'note', content: 'later', gate: 'docs' })
      assert.equal((await ada.call('features.get', { feature: key })).status, 'active')
      const titles = async (filter: object) =>
        (await ada.call('evidence.list', { feature: key, ...filter })).items.map(({ title }) => title)
      assert.deepEqual(await titles({}), ['later', 'two', 'one'])
      assert.deepEqual(await titles({ gate: 'design' }), ['two', 'one'])
      const { nextCursor } = await ada.call('evidence.list', { feature: key, limit: 2 })
      assert.deepEqual(await titles({ limit: 2, cursor: nextCursor! }), ['one'])
    })

    it('lets contributors and project managers delete evidence, which then no longer counts', async () => {
      const { ada, grace, lin, site } = company
      const { key } = await ada.call('features.create', { project: 'web', title: 'Deleted evidence' })
      const spec = { feature: key, kind: 'spec', reference: `${site}/spec` } as const
      const contributed = await grace.call('evidence.add', spec)
      assert.equal(contributed.may.delete, true)
      await assert.rejects(lin.call('evidence.delete', { evidence: contributed.id }), { status: 403 })
      await grace.call('evidence.delete', { evidence: contributed.id })
      await assert.rejects(ada.call('features.advance', { feature: key }), { code: 'gate_not_passed' })
      await grace.call('trash.restore', { kind: 'evidence', item: contributed.id })
      await ada.call('features.advance', { feature: key })
      const second = await grace.call('evidence.add', { feature: key, kind: 'commit', reference: 'x' })
      await ada.call('evidence.delete', { evidence: second.id })
      // The user behind an agent can delete the evidence that the agent added.
      const agent = await namedAgent(lin, 'Bringer')
      const { data } = await agent.call('advance_feature', {
        feature: key,
        evidence: [{ kind: 'file', reference: 'a' }],
      })
      assert.equal(data.code, 'gate_not_passed')
      const { items } = await lin.call('evidence.list', { feature: key })
      assert.equal(items[0]!.createdBy.name, 'Bringer')
      await lin.call('evidence.delete', { evidence: items[0]!.id })
      await agent.close()
    })

    it('makes no external requests from the sandbox', async () => {
      const { ada, server, site } = company
      const { value } = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const call = withKey(server, value)
      await call('projects.create', { name: 'Trial', slug: 'trial' })
      const { key } = await call('features.create', { project: 'trial', title: 'Tried' })
      const link = await call('evidence.add', { feature: key, kind: 'spec', reference: `${site}/spec` })
      assert.deepEqual(
        [link.status, link.finding],
        ['unverified', 'Not checked: the sandbox makes no external requests.'],
      )
    })

    it('rejects evidence over the limit per feature', async () => {
      const { ada, server } = company
      const { key, id } = await ada.call('features.create', { project: 'web', title: 'Full' })
      await server.app.database.run(
        sql`insert into evidence (id, organization_id, project_id, feature_id, feature_key, gate, round, kind, status, finding,
           created_by)
         select gen_random_uuid(), organization_id, project_id, id, key, gate, round, 'note', 'unverified', '', '{}'
           from features, generate_series(1, 500) where id = ${id}`,
      )
      const more = ada.call('evidence.add', { feature: key, kind: 'note', content: 'one more' })
      await assert.rejects(more, { status: 422, code: 'too_many' })
    })
  })
}
