import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, defaultEngine, startOwnServer } from '../../../test/harness.ts'
import { type Plan, allNodes } from '../../../test/query-plans.ts'
import { newId } from '../../platform/ids.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { findByWords } from './by-words.ts'
import { searchEntries } from './search-table.ts'
import type { Word } from './words.ts'

const entries = 6000
const common: Word[] = ['shop', 'checkout'].map((word) => ({
  query: `'${word}'`,
  original: word,
  entries,
  weight: 1,
}))

describe('words that thousands of entries have', () => {
  let server: TestServer
  let ada: Person
  let grace: Person
  before(async () => {
    server = await startOwnServer(defaultEngine)
    ada = await server.register('Ada')
    grace = await server.register('Grace')
    await addEntries(ada, 'The checkout of a shop, number ', entries)
    await addEntries(grace, 'A page about something else, number ', 3500)
    await addEntries(grace, 'The checkout of this shop, number ', 3)
    await server.app.database.run(sql`analyze search_entries`)
  })
  after(() => server.stop())

  const addEntries = ({ organization }: Person, text: string, count: number) =>
    server.app.database.run(
      sql`insert into search_entries (subject_id, subject_kind, organization_id, body, created_at, updated_at)
          select gen_random_uuid(), 'decision', ${organization.id}, ${text} || n, now(), now()
            from generate_series(1, ${count}::int) n`,
    )

  const scopeOf = ({ organization }: Person) => sql`e.organization_id = ${organization.id}::uuid`

  it('finds common words without reading all entries that have them', async () => {
    const { database } = server.app
    const found = await findByWords(database, searchEntries, scopeOf(ada), common, 200, true)
    assert.equal(found.length, 60)
    const nodes = allNodes(await planOf(scopeOf(ada)))
    const ofIndex = nodes.filter((node) => node['Index Name'] === 'search_entries_words')
    assert.ok(ofIndex.length > 0, 'the plan has the index of the words')
    assert.deepEqual(
      ofIndex.filter((node) => node['Actual Loops'] > 0),
      [],
    )
  })

  it('finds common words with the index if few entries of the organization have them', async () => {
    const found = await findByWords(server.app.database, searchEntries, scopeOf(grace), common, 200, true)
    assert.equal(found.length, 3)
  })

  it('finds nothing in an organization without the words', async () => {
    const scope = sql`e.organization_id = ${newId()}::uuid`
    assert.deepEqual(await findByWords(server.app.database, searchEntries, scope, common, 200, true), [])
  })

  /** Runs the statement of a search, and returns its plan. */
  async function planOf(scope: Sql): Promise<Plan> {
    let plan: Plan | undefined
    const explain = async (statement: Sql) => {
      const [row] = await server.app.database.run<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        sql`explain (analyze, format json) ${statement}`,
      )
      plan = row!['QUERY PLAN'][0]!.Plan
      return []
    }
    await findByWords({ run: explain } as never, searchEntries, scope, common, 200, false)
    return plan!
  }
})
