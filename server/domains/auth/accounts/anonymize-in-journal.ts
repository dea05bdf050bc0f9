import type { Database } from '../../../database/connect.ts'
import { journalStretches } from '../../../database/journal-stretches.ts'
import { sql } from '../../../database/sql.ts'

/**
 * Removes an erased user from the journal: deletes their private events and replaces their name in all others. Works in
 * small steps, because one long transaction would delay new events for everyone. Safe to restart from the beginning.
 */
export async function anonymizeInJournal(database: Database, id: string): Promise<void> {
  const [user] = await database.run<{ username: string }>(sql`select username from users where id = ${id}`)
  for await (const stretch of journalStretches(database)) {
    await database.run(sql`delete from journal where ${stretch} and private_to = ${id}`)
    await database.run(
      sql`update journal set actor = without_person(actor, ${id}), changes = without_person(changes, ${id}),
              data = without_person(data, ${id}),
              subject_key = case when subject_id = ${id} then ${user!.username} else subject_key end
        where ${stretch} and (subject_id = ${id}
          or position(${id}::uuid::text in concat(actor, changes, data)) > 0)`,
    )
  }
}
