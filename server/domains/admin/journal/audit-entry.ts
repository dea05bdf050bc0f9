import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import type { EventType } from '../../../database/events.ts'
import type { JournalRow } from '../../../database/journal.ts'
import { sql } from '../../../database/sql.ts'
import { Event } from '../../../operations/event.ts'

/**
 * A journal event as administrators of the instance see it: the actor, the event and the names of changed fields. Never
 * values, because the journal has the private content of every organization.
 */
export const AuditEntry = Event.pick({ id: true, type: true, at: true, actor: true })
  .extend({
    organization: z
      .object({ id: z.uuid(), name: z.string().nullable().describe('Null for a deleted organization.') })
      .nullable(),
    project: z.uuid().nullable(),
    subject: z.object({
      kind: z.string(),
      id: z.uuid(),
      key: z.string().nullable().describe('Name, unless it is content: WEB-42, a username, a setting, …'),
    }),
    fields: z.array(z.string()).describe('Names of the changed fields.'),
    reason: z.string().nullable().describe('Reason that an administrator entered.'),
  })
  .meta({ id: 'AuditEntry' })

export type AuditEntry = z.output<typeof AuditEntry>

/** The events whose reason an administrator of the instance writes. Other reasons are content of an organization. */
const withReason: ReadonlySet<string> = new Set<EventType>([
  'impersonation.started',
  'password.reset',
  'second_factor.reset',
  'user.demoted',
  'user.promoted',
  'user.suspended',
  'user.unsuspended',
])

export async function auditEntriesFromRows(db: Queries, rows: JournalRow[]): Promise<AuditEntry[]> {
  const names = await organizationNames(db, rows)
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    at: row.at,
    actor: row.actor,
    organization: row.organization_id && {
      id: row.organization_id,
      name: names.get(row.organization_id) ?? null,
    },
    project: row.project_id,
    subject: { kind: row.subject_kind, id: row.subject_id, key: shownKey(row) },
    fields: Object.keys(row.changes ?? {}),
    reason: withReason.has(row.type) ? String(row.data?.reason ?? '') || null : null,
  })) as AuditEntry[]
}

/** The kinds in organizations whose names administrators see on other pages too. */
const namedKinds: ReadonlySet<string> = new Set(['member', 'organization', 'project', 'team', 'user'])
const itemNumber = /^[A-Z][A-Z0-9]*-\d+$/

/** Returns the key of the subject. The key of some kinds, such as notes, is their title, which stays private. */
function shownKey({ organization_id, private_to, subject_kind, subject_key }: JournalRow): string | null {
  const isOfInstance = organization_id === null && private_to === null
  const isShown = isOfInstance || namedKinds.has(subject_kind) || itemNumber.test(subject_key ?? '')
  return isShown ? subject_key : null
}

async function organizationNames(db: Queries, rows: JournalRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ organization_id }) => organization_id ?? []))]
  if (ids.length === 0) return new Map()
  const found = await db.run<{ id: string; name: string }>(
    sql`select id, name from organizations where id = any(${ids}::uuid[])`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

const columns: Record<string, (entry: AuditEntry) => string | null | undefined> = {
  at: ({ at }) => at,
  type: ({ type }) => type,
  actorKind: ({ actor }) => actor.kind,
  actorId: ({ actor }) => actor.id,
  actorName: ({ actor }) => actor.name,
  onBehalfOfId: ({ actor }) => actor.onBehalfOf?.id,
  onBehalfOfName: ({ actor }) => actor.onBehalfOf?.name,
  impersonatedById: ({ actor }) => actor.impersonatedBy?.id,
  impersonatedByName: ({ actor }) => actor.impersonatedBy?.name,
  via: ({ actor }) => actor.via,
  organizationId: ({ organization }) => organization?.id,
  organizationName: ({ organization }) => organization?.name,
  projectId: ({ project }) => project,
  subjectKind: ({ subject }) => subject.kind,
  subjectId: ({ subject }) => subject.id,
  subjectKey: ({ subject }) => subject.key,
  fields: ({ fields }) => fields.join(' '),
  reason: ({ reason }) => reason,
  id: ({ id }) => id,
}

export const csvHeader = `${Object.keys(columns).join(',')}\r\n`

/** Returns a line of CSV (RFC 4180). */
export function csvLine(entry: AuditEntry): string {
  const cells = Object.values(columns).map((read) => csvCell(read(entry) ?? ''))
  return `${cells.join(',')}\r\n`
}

/** Quotes a cell. A spreadsheet would run a name that starts like a formula, so it gets an apostrophe first. */
function csvCell(text: string): string {
  const literal = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(literal) ? `"${literal.replaceAll('"', '""')}"` : literal
}
