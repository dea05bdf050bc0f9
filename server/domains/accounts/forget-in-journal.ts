import type { Database } from '../../database/connect.ts'
import { journalStretches } from '../../database/journal-stretches.ts'

/**
 * Takes an erased person out of the journal: what was told to them alone is removed, and in the rest they lose their
 * name. Step by step, because one long transaction would hold back everybody's news, and such that it can be done again
 * from the beginning.
 */
export async function forgetInJournal(database: Database, id: string): Promise<void> {
  const [user] = await database.run<{ username: string }>('select username from users where id = $1', [id])
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
