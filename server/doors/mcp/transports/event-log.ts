import { randomBytes } from 'node:crypto'

const maxEvents = 200
const maxCharacters = 256 * 1024

export interface LoggedEvent {
  id: string
  stream: number
  number: number
  data: string
}

/** The position of a client in one of the streams of a session. */
export interface Position {
  stream: number
  number: number
}

/**
 * The last events of a session, for a client that reconnects: it sends the id of its last event and gets the later
 * events of the same stream. Older events are dropped.
 */
export class EventLog {
  // Distinguishes the ids of this log from those of other nodes, and of this node after a restart.
  readonly #name = randomBytes(6).toString('base64url')
  readonly #events: LoggedEvent[] = []
  #characters = 0
  #number = 0
  #streams = 0

  /** Returns the number of a new stream. The session's own stream is 0. */
  openStream(): number {
    return ++this.#streams
  }

  /** Returns the id of an event without content, which is not replayed. */
  mark(stream: number): string {
    return `${this.#name}.${stream}.${++this.#number}`
  }

  add(stream: number, data: string): LoggedEvent {
    const event = { id: this.mark(stream), stream, number: this.#number, data }
    this.#events.push(event)
    this.#characters += data.length
    // Always keeps the newest event.
    while (this.#events.length > 1 && (this.#events.length > maxEvents || this.#characters > maxCharacters))
      this.#characters -= this.#events.shift()!.data.length
    return event
  }

  read(id: string): Position | undefined {
    const [name, stream, number] = id.split('.')
    if (name !== this.#name) return undefined
    return { stream: Number(stream), number: Number(number) }
  }

  after({ stream, number }: Position): LoggedEvent[] {
    return this.#events.filter((event) => event.stream === stream && event.number > number)
  }
}
