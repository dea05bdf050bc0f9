import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import type { InputOf } from '../../assembly/client.ts'
import { type OwnPostgres, startOwnPostgres } from '../../../test/faults/own-postgres.ts'
import { type Person, type TestServer, startOwnServer, withoutPostgres } from '../../../test/harness.ts'
import { assertReadsFew, connectLike, planForValues } from '../../../test/query-plans.ts'
import { queriesDuring } from '../../../test/watched-queries.ts'
import { addMember } from '../../../test/world.ts'

/*
 * Checks the query plans of the feed on a journal of 300,000 rows, for every pair of filters. The plan is that of the
 * exact statement that the operation sends: it must not scan the journal or read far more rows than a page. Skips the
 * embedded database, which serves single users and would take minutes to fill.
 */
const rows = 300_000
/** Rows that a query can read at most: filters discard many rows of an index. */
const maxRowsRead = rows / 20

type Filter = InputOf<'activity.list'>

describe('activity feed on a journal of 300,000 rows', { skip: withoutPostgres }, () => {
  let postgres: OwnPostgres
  let server: TestServer
  let ada: Person
  let grace: Person
  let guest: Person
  let client: pg.Client
  let item: string
  before(async () => {
    postgres = await startOwnPostgres({ synced: false })
    server = await startOwnServer('pgsql', postgres.settings)
    ada = await server.register('Ada')
    grace = await addMember(server, ada, 'member')
    guest = await addMember(server, ada, 'guest')
    await ada.call('agents.create', { name: 'Builder' })
    for (const key of ['BIG', 'TINY'])
      await ada.call('projects.create', { name: key, slug: key.toLowerCase(), key })
    await ada.call('projects.share', { project: 'tiny', user: guest.user.id, role: 'viewer' })
    item = (await ada.call('tasks.create', { project: 'big', title: 'One of many' })).key
    client = await connectLike(server)
    await client.query(fill, [ada.organization.id, ada.user.id, grace.user.id, item, rows])
    await client.query('vacuum analyze journal')
  })
  after(async () => {
    await client.end()
    await server.stop()
    postgres.stop('immediate')
    postgres.remove()
  })

  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const dimensions: [keyof Filter, string[]][] = [
    ['type', ['task.updated', 'task.', 'review.submitted', 'deploy.finished', 'deploy.']],
    ['agent', ['Builder']],
    ['person', ['me']],
    ['project', ['big', 'tiny']],
    ['item', ['item']],
    ['since', [ago(1)]],
    ['until', [ago(20)]],
  ]

  /** No filter, each single filter and each pair. */
  const combinations = [
    {},
    ...dimensions.flatMap(([name, values], index) =>
      values.flatMap((value) => [
        { [name]: value },
        ...dimensions
          .slice(index + 1)
          .flatMap(([other, others]) => others.map((second) => ({ [name]: value, [other]: second }))),
      ]),
    ),
  ] as Filter[]

  it('reads the feed along an index for every combination of filters', async () => {
    for (const filter of combinations) await expectFewRowsRead(ada, filter)
  })

  it('reads a page in the middle at the cost of the first page', async () => {
    let cursor: string | null = null
    for (let pages = 0; pages < 20; pages++) {
      const page: { nextCursor: string | null } = await ada.call('activity.list', {
        limit: 200,
        ...(cursor && { cursor }),
      })
      cursor = page.nextCursor
    }
    for (const filter of [{}, { type: 'task.updated' }, { project: 'big' }])
      await expectFewRowsRead(ada, { ...filter, cursor: cursor! })
  })

  it('reads the feed along an index for guests and members with partial access', async () => {
    for (const filter of [{}, { type: 'task.' }, { type: 'task.updated' }, { since: ago(1) }])
      for (const person of [guest, grace]) await expectFewRowsRead(person, filter)
  })

  async function expectFewRowsRead(person: Person, template: Filter): Promise<void> {
    const filter = template.item ? { ...template, item } : template
    const queries = await queriesDuring(server.app.database, () => person.call('activity.list', filter))
    const statement = queries.find((each) => each.text.includes('with found as'))!
    const plan = await planForValues(client, statement)
    assertReadsFew(plan, ['journal'], maxRowsRead, JSON.stringify(filter))
  }
})

/** Returns SQL for a pseudo-random number below `bound`, independent for each `seed`. */
const pseudoRandom = (bound: number, seed: number) =>
  `(hashint4(n + ${seed * 1_000_003}) & 2147483647) % ${bound}`

/**
 * Inserts a month of events whose transaction numbers and ids grow with time. The transaction numbers are low, because
 * the feed only shows rows of finished transactions.
 */
const fill = `
  insert into journal (seq, xid, id, at, organization_id, project_id, private_to, actor, type, subject_kind, subject_id, data)
  select n, (n / 1000)::text::xid8,
         (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(n), 16, '8'))::uuid,
         at, $1, p.id, null,
         alone || case when ${pseudoRandom(20, 1)} = 0 then jsonb_build_object('kind', 'agent', 'id', a.id, 'name', a.name, 'onBehalfOf',
                jsonb_build_object('id', case when ${pseudoRandom(2, 2)} = 0 then $2::text else $3::text end, 'name', 'x'))
              when ${pseudoRandom(10, 3)} = 0 then jsonb_build_object('kind', 'user', 'id', $2::text, 'name', 'Ada')
              else jsonb_build_object('kind', 'user', 'id', $3::text, 'name', 'Grace') end,
         kind.type, split_part(kind.type, '.', 1), case when ${pseudoRandom(5000, 4)} = 0 then t.id else ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid end,
         case when kind.type = 'activity.logged' then jsonb_build_object('description', 'x', 'type',
           (array['deploy.finished', 'deploy.begun', 'lunch', 'thought'])[1 + ${pseudoRandom(4, 5)}]) end
    from generate_series(1, $5::int) n
    cross join (select '{"onBehalfOf": null, "impersonatedBy": null, "via": null}'::jsonb as alone) base
    cross join lateral (select now() - ($5::int - n) * interval '30 days' / $5::int - interval '1 minute' as at) times
    cross join lateral (select case when ${pseudoRandom(50, 6)} = 0 then 'activity.logged' when ${pseudoRandom(200, 7)} = 0 then 'review.submitted'
                                    when ${pseudoRandom(3, 8)} = 0 then 'task.created' else 'task.updated' end as type) kind
    join projects p on p.organization_id = $1 and p.key = case when ${pseudoRandom(100, 9)} = 0 then 'TINY' else 'BIG' end
    join tasks t on t.key = $4 join agents a on a.organization_id = $1 and a.name = 'Builder'`
