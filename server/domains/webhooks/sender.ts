import { catchUp, followMatching, runFollower } from '../../database/follow-journal.ts'
import type { AskOptions } from '../../platform/fetch-external.ts'
import { type Loop, loop } from '../../platform/loop.ts'
import { type Parts, attempt } from './attempt.ts'
import { hasActiveWebhooks, writeDeliveries } from './follow.ts'
import { recordOutcome } from './record-outcome.ts'
import { type Taken, renewIntervalMs, renewLease, claimDueDeliveries } from './claim-due.ts'

export interface WebhookOptions {
  /** Off where it is told only when it is asked to. */
  run?: boolean
  /** Milliseconds that are waited for an answer. */
  milliseconds?: number
  /** Milliseconds by which the clock is ahead, where a test does not want to wait. */
  ahead?: () => number
  random?: () => number
  resolve?: AskOptions['resolve']
}

/** Tells the addresses that organizations have chosen what happens. */
export interface WebhookSender {
  /** How the names of hosts are looked up, if not as usual. */
  resolve: AskOptions['resolve']
  /** Goes on by itself until it is closed. */
  start(): void
  /** There may be something to be sent. */
  wake(): void
  /** Done when it is written down who is to be told of all that was committed before. */
  catchUp(): Promise<void>
  /** Done when nothing is due any more. */
  sendDue(): Promise<void>
  close(): Promise<void>
}

// For each node.
const webhooksAtOnce = 50
const usualPatience = 10_000

export function createWebhookSender(parts: Parts, options: WebhookOptions = {}): WebhookSender {
  const { ahead = () => 0, random = Math.random, resolve } = options
  const running: Loop[] = []
  const underWay = new Set<Promise<void>>()
  let wakeSender = () => {}
  let closed = false
  const follower = writeDeliveries(() => wakeSender())

  async function send(taken: Taken): Promise<void> {
    // One renewal that fails is made up for by the next.
    const renewing = setInterval(
      () => void renewLease(parts.database, taken, ahead()).catch(() => {}),
      renewIntervalMs,
    ).unref()
    try {
      const outcome = await attempt(parts, taken, {
        ...{ ahead, milliseconds: options.milliseconds ?? usualPatience },
        ...(resolve && { resolve }),
      })
      if (!outcome) return
      parts.metrics.webhookAttempts.inc({ outcome: outcome.error ? 'failed' : 'delivered' })
      await recordOutcome(parts, taken, outcome, { ahead, random })
    } finally {
      clearInterval(renewing)
    }
  }

  /** One after the other, as long as this webhook has more to be sent. */
  async function sendOn(first: Taken): Promise<void> {
    for (let now: Taken | undefined = first; now;) {
      await send(now)
      if (closed) return
      const { webhook_id: webhookId } = now
      const [next, ...beside]: Taken[] = await claimDueDeliveries(parts.database, {
        most: 1,
        webhookId,
        ahead: ahead(),
      })
      for (const each of beside) begin(each)
      now = next
    }
  }

  function begin(taken: Taken): void {
    const sending = sendOn(taken)
      // Its lease ends, and it is sent again.
      .catch((error: Error) =>
        parts.log.warn({ webhook: taken.webhook_id, reason: error.message }, 'a webhook could not be told'),
      )
      .finally(() => {
        underWay.delete(sending)
        wakeSender()
      })
    underWay.add(sending)
  }

  const sender: WebhookSender = {
    resolve,
    start() {
      const writeDown = followMatching(parts, follower, () => hasActiveWebhooks(parts.database))
      const following = runFollower(parts, follower, writeDown)
      const sending = loop(parts.log, 'telling webhooks', async () => {
        const room = webhooksAtOnce - underWay.size
        if (room <= 0) return false
        const taken = await claimDueDeliveries(parts.database, { most: room, ahead: ahead() })
        for (const each of taken) begin(each)
        return taken.length > 0
      })
      wakeSender = sending.wake
      running.push(following, sending)
    },
    wake: () => wakeSender(),
    catchUp: () => catchUp(parts, follower),
    async sendDue() {
      for (let some = true; some;) {
        const taken = await claimDueDeliveries(parts.database, { most: webhooksAtOnce, ahead: ahead() })
        await Promise.all(taken.map(send))
        some = taken.length > 0
      }
    },
    async close() {
      closed = true
      await Promise.all(running.map((each) => each.stop()))
      // What is on its way arrives: nobody is told twice because a server was restarted.
      await Promise.all(underWay)
    },
  }
  return sender
}
