import type { Database } from '../../../database/connect.ts'
import { journalStretches } from '../../../database/journal-stretches.ts'
import { sql } from '../../../database/sql.ts'

/**
 * Removes an erased user from the journal: deletes their private events and replaces their name in all others. Works in
 * small steps, because one long transaction would delay new events for everyone. Safe to restart from the beginning.
 */
export async function anonymizeInJournal(database: Database, id: string): Promise<void> {
  const [user] = await database.run<{ username: string }>(sql`select username from users where id = ${id}`)
  for await (const { where, values } of journalStretches(database, { first: 2 })) {
    await database.run(`delete from journal where ${where} and private_to = $1`, [id, ...values])
    await database.run(
      `update journal set actor = without_person(actor, $1), changes = without_person(changes, $1),
              data = without_person(data, $1),
              subject_key = case when subject_id = $1 then $6 else subject_key end
        where ${where} and (subject_id = $1
          or position($1::uuid::text in concat(actor, changes, data)) > 0)`,
      [id, ...values, user!.username],
    )
  }
}
