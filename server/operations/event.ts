import { z } from 'zod'
import { type JournalRow, encodeCursor } from '../database/journal.ts'
import { Named, Who } from './actor.ts'

/** The event shape that the feed, the live hub, webhooks and MCP share. */
export const Event = z
  .object({
    id: z.uuid(),
    cursor: z.string().describe('Cursor directly after this event.'),
    type: z.string().describe('Event type: task.created, task.completed, …'),
    at: z.iso.datetime(),
    organization: z.uuid().nullable(),
    project: z.uuid().nullable(),
    actor: Who.extend({
      impersonatedBy: Named.nullable(),
      via: z.string().nullable().describe('Name of the API key or MCP token used.'),
    }),
    subject: z.object({
      kind: z.string(),
      id: z.uuid(),
      key: z.string().nullable(),
      version: z.int().nullable(),
    }),
    data: z
      .record(z.string(), z.unknown())
      .describe('Fields of a new item, or the changed fields with from and to.'),
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
