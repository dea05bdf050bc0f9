import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type Kind, type KindChoice, kindNames, kinds, mailChoices } from './kinds.ts'

export const digests = ['daily', 'weekly'] as const

/** The notification preferences of a user as the API returns them. */
export const NotificationChoices = z
  .object({
    kinds: z.array(
      z.object({
        kind: z.enum(kindNames),
        title: z.string().describe('Event that triggers it.'),
        inApp: z.boolean().describe('Whether it appears in the list of notifications.'),
        mail: z.enum(mailChoices),
      }),
    ),
    digest: z.enum(digests).describe('How often the digest email is sent.'),
    version: z.int(),
  })
  .meta({ id: 'NotificationChoices' })

/** Stores only deviations from the defaults, so that a new default applies to users who never chose. */
export interface Chosen {
  kinds?: Partial<Record<Kind, Partial<KindChoice>>>
  digest?: (typeof digests)[number]
}

export interface ChoicesRow {
  notification_choices: Chosen
  notification_choices_version: number
}

export async function readChoices(db: Queries, userId: string, lock = false): Promise<ChoicesRow> {
  const [row] = await db.run<ChoicesRow>(
    sql`select notification_choices, notification_choices_version from users where id = ${userId}
      ${lock ? sql`for no key update` : sql.empty}`,
  )
  return row!
}

export function choiceOf(chosen: Chosen, kind: Kind): KindChoice {
  const { inApp, mail } = kinds[kind]
  return { inApp, mail, ...chosen.kinds?.[kind] }
}

export function digestOf({ digest = 'daily' }: Chosen): (typeof digests)[number] {
  return digest
}

export function choicesFromRow(row: ChoicesRow): z.output<typeof NotificationChoices> {
  const chosen = row.notification_choices
  return {
    kinds: kindNames.map((kind) => ({ kind, title: kinds[kind].title, ...choiceOf(chosen, kind) })),
    digest: digestOf(chosen),
    version: row.notification_choices_version,
  }
}
