import { type Sql, sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { vectorLiteral } from '../../../platform/embedder.ts'
import type { MeaningHit } from '../by-meaning.ts'
import type { Embedded } from '../embed.ts'
import type { SearchScope, SearchTable } from '../search-table.ts'
import { quantize } from './bits.ts'
import type { Candidate, Place } from './entry-bits.ts'
import { horizon, identityOf } from './read-changes.ts'
import { type LoadedGroup, vectorCacheOf } from './vector-cache.ts'

// Above this number of changes, comparing them in the database takes longer than reading them into memory.
const maxChanged = 300
// Above this number, older changes are left out, so the result is not complete.
const maxChangedInGroup = 5000
// Below this share of existing candidates, many entries were deleted since the group was loaded.
const minExisting = 0.75

/**
 * Finds the nearest entries by their bits in memory, and compares these by their full vectors in the database. The same
 * statement also compares the entries that changed since the bits were loaded. It checks the conditions on the current rows,
 * so memory only decides which entries are worth comparing. Returns nothing while the bits are being loaded.
 */
export async function findInMemory<Kind extends string>(
  { app, db }: Pick<Context, 'app' | 'db'>,
  table: SearchTable<Kind>,
  scope: SearchScope,
  embedded: Embedded,
  { compared, limit }: { compared: number; limit: number },
): Promise<MeaningHit<Kind>[]> {
  const cache = vectorCacheOf(app)
  const { model, vector } = embedded
  const keys = scope.groups.map((group) => ({ table, model, dimensions: vector.length, group }))
  const groups = cache.use(keys)
  if (!groups) return []
  // Read before the bits, because a refresh can change both in between.
  const since = earliest(groups)
  const { identity } = groups[0]!
  const candidates = await nearestOf(groups, table, scope, vector, compared)
  const rows = await db.run<StateRow & MeaningHit<Kind>>(
    rankStatement(table, scope, embedded, { candidates, since, identity, limit }),
  )
  const { same, existing, changed, oldest } = rows[0]!
  const isReplaced = !same || groups.some((group) => group.identity !== identity)
  if (isReplaced || existing < minExisting * candidates.length) cache.drop(keys)
  else if (changed > maxChanged && BigInt(oldest) > BigInt(since)) cache.refresh(keys)
  const isComplete = !isReplaced && changed < maxChangedInGroup
  return isComplete ? rows.filter(({ subject_id }) => subject_id !== null) : []
}

interface StateRow {
  /** Whether the table is the one that was loaded. */
  same: boolean
  /** The number of candidates that still exist. */
  existing: number
  /** The number of entries that changed since they were loaded. */
  changed: number
  /** The oldest transaction that has not ended. */
  oldest: string
}

/** Returns the first transaction whose rows can be missing in one of the groups. */
function earliest(groups: readonly LoadedGroup[]): string {
  return groups.map(({ since }) => since).reduce((one, other) => (BigInt(one) < BigInt(other) ? one : other))
}

async function nearestOf(
  groups: readonly LoadedGroup[],
  { placeColumns }: SearchTable,
  { places = {} }: SearchScope,
  vector: Float32Array,
  limit: number,
): Promise<Candidate[]> {
  const query = quantize(vector)
  const matches = (place: Place) =>
    placeColumns.every((column, index) => places[column]?.includes(place[index]!) ?? true)
  const found: Candidate[] = []
  for (const { entries } of groups) found.push(...(await entries.nearest(query, matches, limit)))
  return found.toSorted((one, other) => one.distance - other.distance).slice(0, limit)
}

function rankStatement(
  table: SearchTable,
  { where, groups }: SearchScope,
  { model, vector }: Embedded,
  given: { candidates: Candidate[]; since: string; identity: string; limit: number },
): Sql {
  const queryVector = sql`${vectorLiteral(vector)}::halfvec`
  const since = sql`${given.since}::text::xid8`
  const from = sql.raw(`${table.name} e`)
  const column = sql.raw(`e.${table.groupColumn}`)
  const entry = sql`${table.hitColumns}, e.embedding, (${where}) as matches`
  // The order and the limit make the planner use the index, though it can't know how few rows changed.
  const changedIn = (group: Sql) => sql`(select ${entry} from ${from}
     where ${group} and e.model = ${model} and e.written_in >= ${since}
     order by e.written_in desc limit ${sql.raw(maxChangedInGroup)})`
  const named = groups.filter((group) => group !== null)
  const changes = [
    sql`select changes.* from unnest(${named}::uuid[]) as named(id)
       cross join lateral ${changedIn(sql`${column} = named.id`)} as changes`,
    ...(groups.includes(null) ? [changedIn(sql`${column} is null`)] : []),
  ]
  return sql`with known as materialized (
       select ${entry}, e.model = ${model} and e.written_in < ${since} as is_known
         from unnest((select ${given.candidates.map(({ id }) => id)}::uuid[]), (select ${given.candidates.map(({ part }) => part)}::smallint[])) as candidate(id, part)
         join ${from} on e.subject_id = candidate.id and e.part = candidate.part),
     changed as materialized (${sql.join(changes, ' union all ')}),
     near as materialized (
       select subject_id, subject_kind, part, embedding <=> ${queryVector} as distance, importance, updated_at, language
         from (select subject_id, subject_kind, part, importance, updated_at, language, embedding
                 from known where matches and is_known
               union all select subject_id, subject_kind, part, importance, updated_at, language, embedding
                 from changed where matches) as compared
        order by distance limit ${sql.raw(given.limit)})
     select state.*, subject_id, subject_kind, part, 1 - distance as similarity, importance, updated_at, language
       from (select ${identityOf(table)} = ${given.identity} as same, ${horizon} as oldest,
                    (select count(*) from known)::integer as existing,
                    (select count(*) from changed)::integer as changed) as state
       left join near on true order by distance`
}
