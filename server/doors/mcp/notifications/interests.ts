import type { LoggingLevel } from '@modelcontextprotocol/server'

/** From the least to the most important. */
const levels: readonly LoggingLevel[] = [
  ...(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const),
]

/** What the journal calls the thing at an address. */
export interface Followed {
  kind: string
  id: string
}

export const maxSubscriptions = 100

/** What the client at the end of a stream wants to be told. There may be very many, so it holds little. */
export class Interests {
  /** Events of the journal, from this level on: what concerns the caller is `notice`, everything else `info`. */
  level: LoggingLevel = 'notice'
  /** Whether it takes events at all. In the revision of 2026 there is no place for them. */
  readonly messages: boolean
  /** Whether it is told that another resource is there, or one fewer. */
  readonly lists: boolean
  /** Whether it is told that its token is shown other tools. */
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

  /** The addresses of which it is told when what is there has changed. */
  get followed(): ReadonlyMap<string, Followed> {
    return this.#followed ?? nothing
  }

  follow(uri: string, followed: Followed): void {
    this.#followed ??= new Map()
    this.#followed.set(uri, followed)
  }

  unfollow(uri: string): void {
    this.#followed?.delete(uri)
  }
}

const nothing: ReadonlyMap<string, Followed> = new Map()
