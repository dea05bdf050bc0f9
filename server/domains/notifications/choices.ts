import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Kind, type KindChoice, kindNames, kinds, mailChoices } from './kinds.ts'

export const digests = ['daily', 'weekly'] as const

/** What somebody is told of and how, as they see it. */
export const NotificationChoices = z
  .object({
    kinds: z.array(
      z.object({
        kind: z.enum(kindNames),
        title: z.string().describe('When it comes.'),
        inApp: z.boolean().describe('Whether it is in the list of notifications.'),
        mail: z.enum(mailChoices),
      }),
    ),
    digest: z.enum(digests).describe('How often the mail comes that gathers what is wanted as a digest.'),
    version: z.int(),
  })
  .meta({ id: 'NotificationChoices' })

/** Only what differs from the defaults: a default that changes one day changes for all who never chose. */
export interface Chosen {
  kinds?: Partial<Record<Kind, Partial<KindChoice>>>
  digest?: (typeof digests)[number]
}

export interface ChoicesRow {
  notification_choices: Chosen
  notification_choices_version: number
}

export async function readChoices(db: Queries, userId: string, hold = false): Promise<ChoicesRow> {
  const [row] = await db.run<ChoicesRow>(
    `select notification_choices, notification_choices_version from users where id = $1
      ${hold ? 'for no key update' : ''}`,
    [userId],
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
