import { z } from 'zod'
import { type JournalRow, encodeCursor } from '../../database/journal.ts'
import { Named, Who } from './actor.ts'

/** One event shape everywhere: feed, hub, webhooks, MCP. */
export const Event = z
  .object({
    id: z.uuid(),
    cursor: z.string().describe('The place right after this event.'),
    type: z.string().describe('What happened: task.created, task.completed, …'),
    at: z.iso.datetime(),
    organization: z.uuid().nullable(),
    project: z.uuid().nullable(),
    actor: Who.extend({
      impersonatedBy: Named.nullable(),
      via: z.string().nullable().describe('The name of the API key or MCP token that was used.'),
    }),
    subject: z.object({
      kind: z.string(),
      id: z.uuid(),
      key: z.string().nullable(),
      version: z.int().nullable(),
    }),
    data: z.record(z.string(), z.unknown()).describe('What was made, or the changed fields: from and to.'),
  })
  .meta({ id: 'Event' })

export function eventFromRow(epoch: string, row: JournalRow): z.output<typeof Event> {
  return {
    id: row.id,
    cursor: encodeCursor(epoch, row),
    type: row.type,
    at: row.at,
    organization: row.organization_id,
    project: row.project_id,
    actor: row.actor,
    subject: { kind: row.subject_kind, id: row.subject_id, key: row.subject_key, version: row.version },
    data: { ...row.data, ...(row.changes && { changes: row.changes }) },
  }
}
