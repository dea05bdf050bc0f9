import { createHash } from 'node:crypto'
import { databaseTime } from '../../database/clock.ts'
import type { Database } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { handbook } from '../docs/handbook.ts'
import { idFrom } from '../../platform/ids.ts'
import { type SearchEntryInput, forgetEntries, indexEntries } from './entries.ts'
import { entryFrom } from './index-changes.ts'
import { partsOf } from './parts.ts'
import { type SourceRow, sources } from './sources.ts'

/** Derives the index id of a handbook page from its name. */
export function docId(name: string): string {
  return idFrom(`doc ${name}`)
}

/**
 * Indexes the handbook and the built-in skills at server start. They belong to no organization, so the journal has no
 * events about them.
 */
export async function indexBuiltInContent(database: Database): Promise<void> {
  await database.transaction(async (db) => {
    // Locks, so that one node at a time does it.
    await db.run(sql`select 1 from search_keeper for update`)
    const skills = await db.run<SourceRow>(sql`${sources.skill} and t.owner_id is null`)
    const entries = [...pages(), ...skills.map((row) => entryFrom('skill', row))]
    // A public skill of a user has no organization in the index either.
    const known = await db.run<{ subject_id: string; hash: string }>(
      sql`select subject_id, encode(sha256(convert_to(
               string_agg(title || E'\\n' || body, E'\\n' order by part), 'UTF8')), 'hex') as hash
         from search_entries
        where organization_id is null and subject_kind in ('doc', 'skill')
          and not exists (select 1 from skills s where s.id = subject_id and s.owner_id is not null)
        group by subject_id`,
    )
    const hashes = new Map(known.map((row) => [row.subject_id, row.hash]))
    await indexEntries(
      db,
      entries.filter((entry) => hashes.get(entry.id) !== hashOf(entry)),
    )
    const ids = new Set(entries.map(({ id }) => id))
    await forgetEntries(
      db,
      [...hashes.keys()].filter((id) => !ids.has(id)),
    )
  })
}

// The database computes the same hash, so that a start doesn't read all texts.
function hashOf({ title, body }: SearchEntryInput): string {
  const text = partsOf(body)
    .map((part) => `${title}\n${part}`)
    .join('\n')
  return createHash('sha256').update(text).digest('hex')
}

function pages(): SearchEntryInput[] {
  const now = databaseTime()
  return handbook().map(({ id, title, content }) => ({
    ...({ kind: 'doc', id: docId(id), organizationId: null, published: true } as const),
    key: id,
    title,
    body: content.replace(/^# .*\n/, '').trim(),
    createdAt: now,
    updatedAt: now,
  }))
}
