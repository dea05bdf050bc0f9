import type { LoggingLevel } from '@modelcontextprotocol/server'

/** The log levels in ascending order of importance. */
const levels: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const

/** The item at a followed URI, as the journal identifies it. */
export interface Followed {
  kind: string
  id: string
}

export const maxSubscriptions = 100

/** The subscriptions of one stream. It is kept small, because there can be many streams. */
export class Interests {
  /** The lowest level of events to send. Events that concern the caller are `notice`, all others `info`. */
  level: LoggingLevel = 'notice'
  /** Whether it receives events. The 2026 revision has no messages for them. */
  readonly messages: boolean
  /** Whether it receives changes of the resource list. */
  readonly lists: boolean
  /** Whether it receives changes of the tool list. */
  readonly tools: boolean
  #followed: Map<string, Followed> | undefined

  constructor({ messages = true, lists = true, tools = true } = {}) {
    this.messages = messages
    this.lists = lists
    this.tools = tools
  }

  wants(level: 'notice' | 'info'): boolean {
    return this.messages && levels.indexOf(level) >= levels.indexOf(this.level)
  }

  /** The URIs whose changes it receives. */
  get followed(): ReadonlyMap<string, Followed> {
    return this.#followed ?? none
  }

  follow(uri: string, followed: Followed): void {
    this.#followed ??= new Map()
    this.#followed.set(uri, followed)
  }

  unfollow(uri: string): void {
    this.#followed?.delete(uri)
  }
}

const none: ReadonlyMap<string, Followed> = new Map()
