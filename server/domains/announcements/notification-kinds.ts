import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { rejectField } from '../../errors/errors.ts'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { disabledKinds } from '../notifications/disabled-kinds.ts'
import { kindNames, kinds, type Kind } from '../notifications/kinds.ts'

const NotificationKind = z
  .object({
    kind: z.enum(kindNames),
    title: z.string().describe('Event that triggers it.'),
    enabled: z.boolean().describe('Whether this instance sends it.'),
  })
  .meta({ id: 'NotificationKind' })

export const listKindsAnnouncement = operation({
  id: 'announcements.listKinds',
  summary: 'List the kinds of notifications, and whether this instance sends them.',
  http: 'GET /api/admin/notification-kinds',
  shows: ['notification_kind'],
  access: platformAdmin,
  input: z.object({}),
  output: pageOf(NotificationKind),
}).run(async ({ db }) => {
  const disabled = await disabledKinds(db)
  return { items: kindNames.map((kind) => describeKind(kind, !disabled.has(kind))), nextCursor: null }
})

export const updateKindAnnouncement = operation({
  id: 'announcements.updateKind',
  summary: 'Turn a kind of notifications on or off for the whole instance.',
  http: 'PATCH /api/admin/notification-kinds/:kind',
  access: platformAdmin,
  input: z.object({
    kind: z.enum(kindNames).describe('Kind of notification.'),
    enabled: z.boolean().describe('Whether this instance sends it.'),
  }),
  output: NotificationKind,
}).run(async (ctx, { kind, enabled }) => {
  if (kind === 'security' && !enabled)
    rejectField('enabled', 'Security notifications protect accounts, so they stay on.')
  const changed = await ctx.db.run(
    sql`insert into notification_kinds as k (kind, enabled) values (${kind}, ${enabled})
      on conflict (kind) do update set enabled = excluded.enabled, updated_at = now()
      where k.enabled <> excluded.enabled returning 1`,
  )
  if (changed.length > 0)
    ctx.record({
      type: 'notification_kind.updated',
      subject: { kind: 'notification_kind', id: ctx.app.epoch, key: kind },
      organizationId: null,
      data: { enabled },
    })
  return describeKind(kind, enabled)
})

export const seedKindsAnnouncement = operation({
  id: 'announcements.seedKinds',
  summary: 'Add the kinds of notifications that are missing, turned on. Never changes an existing one.',
  http: 'POST /api/admin/notifications/seed',
  access: platformAdmin,
  input: z.object({}),
  output: z.object({
    added: z.array(z.string()).describe('Kinds that were missing.'),
    kept: z.int().describe('Number of kinds that existed.'),
  }),
}).run(async (ctx) => {
  const added = await storeMissingKinds(ctx.db)
  for (const kind of added)
    ctx.record({
      type: 'notification_kind.created',
      subject: { kind: 'notification_kind', id: ctx.app.epoch, key: kind },
      organizationId: null,
    })
  return { added, kept: kindNames.length - added.length }
})

/** Adds the kinds that have no row. Returns them. */
export async function storeMissingKinds(db: Queries): Promise<string[]> {
  const added = await db.run<{ kind: string }>(
    sql`insert into notification_kinds (kind) select unnest(${kindNames}::text[]) order by 1 on conflict do nothing returning kind`,
  )
  return added.map(({ kind }) => kind)
}

function describeKind(kind: Kind, enabled: boolean): z.output<typeof NotificationKind> {
  return { kind, title: kinds[kind].title, enabled }
}
