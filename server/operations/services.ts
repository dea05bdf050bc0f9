import type { Resolve } from '../platform/external-url.ts'

/** Maintains the search index: follows the journal and embeds texts. */
export interface SearchIndex {
  /** Starts the background loops, which run until `close`. */
  start(): void
  /** Resolves when the handbook and other built-in content can be found by words. */
  indexWhatComesWithBaton(): Promise<void>
  /** Resolves when everything committed before can be found by words. */
  catchUp(): Promise<void>
  /** Resolves when everything can be found by meaning too. */
  embedAll(): Promise<void>
  close(): Promise<void>
}

/** The service that delivers events to webhooks. */
export interface WebhookSender {
  /** Custom DNS lookup. */
  resolve: Resolve | undefined
  /** Starts delivering in the background until `close()`. */
  start(): void
  /** Checks for due deliveries now. */
  wake(): void
  /** Resolves when deliveries exist for all events that are committed so far. */
  catchUp(): Promise<void>
  /** Sends deliveries until none is due. */
  sendDue(): Promise<void>
  close(): Promise<void>
}
