import { type JournalRow, selectedFromJournal } from '../../database/journal.ts'
import type { App } from '../../operations/context.ts'
import { type AskOptions, NoResponse, NotAllowed } from '../../platform/fetch-external.ts'
import { postExternal } from '../../platform/post-external.ts'
import { eventFromRow } from '../activity/event.ts'
import { requireSafe } from './address.ts'
import { secretsOf, signedHeaders } from './secret.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'
import { at, type Taken } from './claim-due.ts'
import { seenByWebhook } from './sent-events.ts'

export type Parts = Pick<App, 'config' | 'database' | 'epoch' | 'bus' | 'secrets' | 'log' | 'metrics'>

export interface AttemptOptions {
  /** Milliseconds by which the clock is ahead of the real one. */
  ahead: () => number
  /** For the whole answer. */
  milliseconds: number
  resolve?: AskOptions['resolve']
}

/** What came of sending it once. */
export interface Outcome {
  statusCode: number | null
  /** In words; null if it arrived. */
  error: string | null
  response: string | null
  headers: Record<string, string>
  milliseconds: number
  /** Another try is no use: there is nothing to be told any more. */
  final: boolean
}

const kept = 2048

interface Due extends Pick<WebhookRow, 'url' | 'secret' | 'old_secret'> {
  id: string
  webhook_id: string
  event_id: string
  event: DeliveryRow['event']
  old_secret_signs: boolean
  /** From the journal, if it is still there and still theirs to be told. */
  row: JournalRow | null
}

/** Sends one delivery and says what came of it. No transaction is open meanwhile. */
export async function attempt(
  parts: Parts,
  { id }: Pick<Taken, 'id'>,
  { ahead, milliseconds, resolve }: AttemptOptions,
): Promise<Outcome | undefined> {
  const due = await readDue(parts, id, ahead())
  if (!due) return undefined
  const event = due.event ?? (due.row && eventFromRow(parts.epoch, due.row))
  const nothing = { statusCode: null, response: null, headers: {}, milliseconds: 0 }
  if (!event)
    return { ...nothing, final: true, error: 'What it was to tell is gone, or no longer seen by all.' }

  const body = JSON.stringify(event)
  const timestamp = Math.floor((Date.now() + ahead()) / 1000)
  const signing = secretsOf(parts.secrets, { ...due, id: due.webhook_id })
  const message = { id: messageId(due.event_id, due.webhook_id), timestamp, body }
  const headers = signedHeaders(message, signing)
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const allowed = parts.config.WEBHOOK_HOSTS
    requireSafe(due.url, allowed)
    const sent = { headers, body, keep: kept, allowed, milliseconds, ...(resolve && { resolve }) }
    const { status, excerpt } = await postExternal(due.url, sent)
    const response = readable(excerpt, signing)
    return {
      statusCode: status,
      error: wrongWith(status),
      response,
      headers,
      milliseconds: took(),
      final: false,
    }
  } catch (error) {
    if (!(error instanceof NotAllowed || error instanceof NoResponse)) throw error
    return { ...nothing, error: error.message, headers, milliseconds: took(), final: false }
  }
}

/** The same however often it is sent, so that whoever has it already can tell. */
export function messageId(eventId: string, webhookId: string): string {
  return `${eventId}_${webhookId}`
}

async function readDue({ database }: Parts, id: string, ahead: number): Promise<Due | undefined> {
  const [due] = await database.run<Due>(
    `select d.id, d.webhook_id, d.event_id, d.event, w.url, w.secret, w.old_secret,
            w.old_secret_until > ${at('$2')} as old_secret_signs
       from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = $1`,
    [id, ahead],
  )
  if (!due || due.event) return due
  const [row] = await database.run<JournalRow>(
    `select ${selectedFromJournal} from journal j where id = $1
        and exists (select 1 from webhooks w where w.id = $2 and ${seenByWebhook})`,
    [due.event_id, due.webhook_id],
  )
  return { ...due, row: row ?? null }
}

function wrongWith(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `It answered with a redirect (${status}), and redirects are not followed. Set the address that it leads to.`
  if (status === 410) return 'It answered that it is gone (410).'
  return `It answered with status ${status}.`
}

/** As text that the database takes, and without what nobody should read there. */
function readable(excerpt: string, secrets: string[]): string {
  const text = excerpt.replaceAll('\0', '\uFFFD')
  return secrets.reduce((safe, secret) => safe.replaceAll(secret, '…'), text)
}
