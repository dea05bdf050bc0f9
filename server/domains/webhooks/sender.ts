import { catchUp, followMatching, runFollower } from '../../operations/follow-journal.ts'
import type { Resolve } from '../../platform/external-url.ts'
import { type Loop, loop } from '../../platform/loop.ts'
import type { WebhookSender } from '../../operations/services.ts'
import { type Parts, attempt } from './attempt.ts'
import { hasActiveWebhooks, writeDeliveries } from './follow.ts'
import { recordOutcome } from './record-outcome.ts'
import { type ClaimedDelivery, renewIntervalMs, renewLease, claimDueDeliveries } from './claim-due.ts'

export interface WebhookOptions {
  /** False to deliver only on `sendDue()`. Default true. */
  run?: boolean
  /** Response timeout in milliseconds. */
  milliseconds?: number
  /** Milliseconds that tests move the clock ahead. */
  ahead?: () => number
  random?: () => number
  resolve?: Resolve | undefined
}

// Per node.
const maxConcurrentWebhooks = 50
const defaultTimeoutMs = 10_000

export function createWebhookSender(parts: Parts, options: WebhookOptions = {}): WebhookSender {
  const { ahead = () => 0, random = Math.random, resolve } = options
  const running: Loop[] = []
  const inFlight = new Set<Promise<void>>()
  let wakeSender = () => {}
  let closed = false
  const follower = writeDeliveries(() => wakeSender())

  async function send(claimed: ClaimedDelivery): Promise<void> {
    // The next renewal makes up for a failed one.
    const renewing = setInterval(
      () => void renewLease(parts.database, claimed, ahead()).catch(() => {}),
      renewIntervalMs,
    ).unref()
    try {
      const outcome = await attempt(parts, claimed, {
        ahead,
        milliseconds: options.milliseconds ?? defaultTimeoutMs,
        ...(resolve && { resolve }),
      })
      if (!outcome) return
      parts.metrics.webhookAttempts.inc({ outcome: outcome.error ? 'failed' : 'delivered' })
      await recordOutcome(parts, claimed, outcome, { ahead, random })
    } finally {
      clearInterval(renewing)
    }
  }

  /** Sends the deliveries of a webhook one after the other until none is due. */
  async function sendAllDue(first: ClaimedDelivery): Promise<void> {
    for (let current: ClaimedDelivery | undefined = first; current;) {
      await send(current)
      if (closed) return
      const { webhook_id: webhookId } = current
      const [next, ...others]: ClaimedDelivery[] = await claimDueDeliveries(parts.database, {
        limit: 1,
        webhookId,
        ahead: ahead(),
      })
      for (const each of others) startSending(each)
      current = next
    }
  }

  function startSending(claimed: ClaimedDelivery): void {
    const sending = sendAllDue(claimed)
      // The delivery is retried when its lease expires.
      .catch((error: Error) =>
        parts.log.warn({ webhook: claimed.webhook_id, reason: error.message }, 'webhook delivery failed'),
      )
      .finally(() => {
        inFlight.delete(sending)
        wakeSender()
      })
    inFlight.add(sending)
  }

  const sender: WebhookSender = {
    resolve,
    start() {
      const step = followMatching(parts, follower, {
        concerns: () => hasActiveWebhooks(parts.database),
        allOrNone: true,
      })
      const following = runFollower(parts, follower, step)
      const sending = loop(parts.log, 'webhook deliveries', async () => {
        const free = maxConcurrentWebhooks - inFlight.size
        if (free <= 0) return false
        const claimed = await claimDueDeliveries(parts.database, { limit: free, ahead: ahead() })
        for (const each of claimed) startSending(each)
        return claimed.length > 0
      })
      wakeSender = sending.wake
      running.push(following, sending)
    },
    wake: () => wakeSender(),
    catchUp: () => catchUp(parts, follower),
    async sendDue() {
      for (let hasMore = true; hasMore;) {
        const claimed = await claimDueDeliveries(parts.database, {
          limit: maxConcurrentWebhooks,
          ahead: ahead(),
        })
        await Promise.all(claimed.map(send))
        hasMore = claimed.length > 0
      }
    },
    async close() {
      closed = true
      await Promise.all(running.map((each) => each.stop()))
      // Waits for deliveries in flight, so that a restart doesn't send them twice.
      await Promise.all(inFlight)
    },
  }
  return sender
}
