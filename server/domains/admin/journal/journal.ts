import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { appendJournal, decodeCursor, encodeCursor, type Position } from '../../../database/journal.ts'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { platformAdmin } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { platformAdminRecently } from '../user.ts'
import { AuditEntry, auditEntriesFromRows, csvHeader, csvLine } from './audit-entry.ts'
import { type AuditQuery, auditFilters, auditQuery, auditRows } from './audit-rows.ts'

export const listJournal = operation({
  id: 'journal.list',
  summary:
    'List the events of the whole instance, newest first, with actors and changed fields but no values.',
  http: 'GET /api/admin/journal',
  // Every event would refetch it, and the live hub sends only those of one organization.
  shows: [],
  access: platformAdmin,
  input: z.object({ ...auditFilters, ...pageInput }),
  output: pageOf(AuditEntry),
}).run(async ({ app, db }, { cursor, limit, ...filter }) => {
  const before = cursor === undefined ? undefined : decodeCursor(app.epoch, cursor)
  const rows = await auditRows(db, await auditQuery(db, filter), before, limit + 1)
  const shown = rows.slice(0, limit)
  return {
    items: await auditEntriesFromRows(db, shown),
    nextCursor: rows.length > limit ? encodeCursor(app.epoch, shown.at(-1)!) : null,
  }
})

const formats = {
  csv: { type: 'text/csv; charset=utf-8', header: csvHeader, line: csvLine },
  ndjson: {
    type: 'application/x-ndjson',
    header: '',
    line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
  },
}

export const exportJournal = operation({
  id: 'journal.export',
  summary:
    'Export the events that match the filters as CSV or NDJSON, newest first. Recorded in the journal.',
  http: 'GET /api/admin/journal/export',
  access: platformAdminRecently,
  answers: 'file',
  input: z.object({
    ...auditFilters,
    format: z.enum(['csv', 'ndjson']).default('csv').describe('File format. Default csv.'),
  }),
  output: z.object({
    type: z.string(),
    bytes: z.custom<AsyncIterable<string>>(),
    lasting: z.boolean(),
    name: z.string(),
  }),
}).run(async ({ app, caller, request, db }, { format, ...filter }) => {
  const query = await auditQuery(db, filter)
  // PostgreSQL rejects some filters, such as the year 0. Later, the response would break off instead of naming the reason.
  await auditRows(db, query, undefined, 1)
  // Recorded first, so that no export is without a trace. A read has no transaction, so this opens its own.
  const subject = { kind: 'journal', id: newId() }
  const data = { format, ...filter }
  await app.database.transaction((transaction) =>
    appendJournal(transaction, actorOf(caller), request.id, [
      { type: 'journal.exported', subject, organizationId: null, data },
    ]),
  )
  app.bus.journalGrew([null])
  const day = new Date().toISOString().slice(0, 10)
  return {
    type: formats[format].type,
    name: `baton-journal-${day}.${format}`,
    bytes: exportLines(db, query, formats[format]),
    lasting: false,
  }
})

const batchSize = 2000

/** Yields the file in batches, so that an export of any size needs little memory and no long statement. */
async function* exportLines(
  db: Queries,
  query: AuditQuery,
  { header, line }: (typeof formats)[keyof typeof formats],
): AsyncGenerator<string> {
  yield header
  let before: Position | undefined
  for (;;) {
    const rows = await auditRows(db, query, before, batchSize)
    const entries = await auditEntriesFromRows(db, rows)
    yield entries.map(line).join('')
    if (rows.length < batchSize) return
    before = rows.at(-1)!
  }
}
