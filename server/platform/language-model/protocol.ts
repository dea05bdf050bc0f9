import { z } from 'zod'
import type { CallList } from './call-list.ts'
import { unreadable } from './failures.ts'
import type { Prompt, Usage } from './model.ts'

/** The differences between the APIs of model servers. */
export interface Protocol {
  /** The provider's default URL. */
  url: string
  path: string
  headers(key: string | undefined): Record<string, string>
  body(model: string, prompt: Prompt, host: string): object
  /** Adds an event to the reply, and returns its text. */
  read(data: string, reply: Reply): string
}

/** The state of a reply while its events arrive. */
export interface Reply {
  calls: CallList
  usage: Usage | undefined
  /** Undefined until the model is done. */
  reason: 'complete' | 'cut' | undefined
  /** Whether the server announced that no more events follow. */
  hasEnded: boolean
}

/** A number of tokens. Rejects counts that would credit or exhaust a budget. */
export const tokenCount = z.int().min(0).max(100_000_000).nullish().catch(undefined)

/** Parses an event, whose content is untrusted. */
export function parseEvent<T>(schema: z.ZodType<T>, data: string): T {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    throw unreadable('text that is not JSON')
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw unreadable('an event that does not follow the protocol')
  return parsed.data
}
