import { type JournalRow, selectedFromJournal } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'
import { NoResponse, NotAllowed, type Resolve } from '../../platform/external-url.ts'
import { fetchExternal } from '../../platform/fetch-external.ts'
import { eventFromRow } from '../../operations/event.ts'
import { requireSafe } from './address.ts'
import { secretsOf, signedHeaders } from './secret.ts'
import type { DeliveryRow, WebhookRow } from './webhook.ts'
import { type ClaimedDelivery, timeAhead } from './claim-due.ts'
import { seenByWebhook } from './follow.ts'

export type Parts = Pick<App, 'config' | 'database' | 'epoch' | 'bus' | 'secrets' | 'log' | 'metrics'>

export interface AttemptOptions {
  /** Milliseconds that tests move the clock ahead. */
  ahead: () => number
  /** Timeout for the whole response. */
  milliseconds: number
  resolve?: Resolve
}

/** The result of one attempt. */
export interface Outcome {
  statusCode: number | null
  /** Error sentence. Null if the receiver accepted the delivery. */
  error: string | null
  response: string | null
  headers: Record<string, string>
  milliseconds: number
  /** True if a retry is useless, because there is no event to send. */
  final: boolean
}

const maxExcerptLength = 2048

interface Due extends Pick<WebhookRow, 'url' | 'secret' | 'old_secret'> {
  id: string
  webhook_id: string
  event_id: string
  event: DeliveryRow['event']
  old_secret_signs: boolean
  /** The journal row. Null if it was deleted or the webhook can't see it anymore. */
  row: JournalRow | null
}

/** Sends one delivery and returns the outcome. Holds no transaction open during the request. */
export async function attempt(
  parts: Parts,
  { id }: Pick<ClaimedDelivery, 'id'>,
  { ahead, milliseconds, resolve }: AttemptOptions,
): Promise<Outcome | undefined> {
  const due = await readDue(parts, id, ahead())
  if (!due) return undefined
  const event = due.event ?? (due.row && eventFromRow(parts.epoch, due.row))
  const unsent = { statusCode: null, response: null, headers: {}, milliseconds: 0 }
  if (!event)
    return { ...unsent, final: true, error: 'The event was deleted, or not every member can see it anymore.' }

  const body = JSON.stringify(event)
  const timestamp = Math.floor((Date.now() + ahead()) / 1000)
  const signing = secretsOf(parts.secrets, { ...due, id: due.webhook_id })
  const message = { id: messageId(due.event_id, due.webhook_id), timestamp, body }
  const headers = signedHeaders(message, signing)
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  try {
    const allowed = parts.config.WEBHOOK_HOSTS
    requireSafe(due.url, allowed)
    const limits = { maxBytes: maxExcerptLength, isExcerpt: true, timeoutMs: milliseconds }
    const received = await fetchExternal(due.url, { headers, body, allowed, resolve, ...limits })
    const response = sanitize(received.body.toString('utf8'), signing)
    return {
      statusCode: received.status,
      error: describeFailure(received.status),
      response,
      headers,
      milliseconds: elapsed(),
      final: false,
    }
  } catch (error) {
    if (!(error instanceof NotAllowed || error instanceof NoResponse)) throw error
    return { ...unsent, error: error.message, headers, milliseconds: elapsed(), final: false }
  }
}

/** Returns an id that stays the same for every attempt, so that receivers can deduplicate. */
export function messageId(eventId: string, webhookId: string): string {
  return `${eventId}_${webhookId}`
}

async function readDue({ database }: Parts, id: string, ahead: number): Promise<Due | undefined> {
  const [due] = await database.run<Due>(
    sql`select d.id, d.webhook_id, d.event_id, d.event, w.url, w.secret, w.old_secret,
            w.old_secret_until > ${timeAhead(ahead)} as old_secret_signs
       from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = ${id}`,
  )
  if (!due || due.event) return due
  const [row] = await database.run<JournalRow>(
    sql`select ${selectedFromJournal} from journal j where id = ${due.event_id}
        and exists (select 1 from webhooks w where w.id = ${due.webhook_id} and ${seenByWebhook})`,
  )
  return { ...due, row: row ?? null }
}

function describeFailure(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `The receiver returned a redirect (${status}). Baton doesn't follow redirects. Set the final URL.`
  if (status === 410) return 'The receiver returned 410 Gone.'
  return `The receiver returned status ${status}.`
}

/** Redacts secrets and replaces NUL characters, which PostgreSQL rejects. */
function sanitize(excerpt: string, secrets: string[]): string {
  const text = excerpt.replaceAll('\0', '\uFFFD')
  return secrets.reduce((safe, secret) => safe.replaceAll(secret, '…'), text)
}
