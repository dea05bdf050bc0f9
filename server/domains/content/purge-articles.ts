import type { Database } from '../../database/connect.ts'
import { appendJournal } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { system } from '../../operations/caller.ts'
import { trashDays } from '../../operations/deleted.ts'
import type { ArticleRow } from './article.ts'

/**
 * Deletes pages and posts permanently 30 days after their deletion. They belong to no organization, so the trash of
 * organizations doesn't list or purge them.
 */
export function purgeArticles(database: Database): Promise<number> {
  return database.transaction(async (db) => {
    const rows = await db.run<Pick<ArticleRow, 'id' | 'kind' | 'slug'>>(
      sql`delete from articles where deleted_at < now() - interval '${sql.raw(trashDays)} days' returning id, kind, slug`,
    )
    const entries = rows.map(({ id, kind, slug }) => ({
      type: `${kind}.purged` as const,
      subject: { kind, id, key: slug },
      organizationId: null,
    }))
    await appendJournal(db, system, null, entries)
    return rows.length
  })
}
