import { randomBytes } from 'node:crypto'

const mostEvents = 200
const mostCharacters = 256 * 1024

export interface LoggedEvent {
  id: string
  stream: number
  number: number
  data: string
}

/** Where a client got to in one of the streams of a session. */
export interface Position {
  stream: number
  number: number
}

/**
 * The last events of a session, for a client whose connection broke: it says which event it had last and gets what came
 * after it in the same stream. There are so many of them and no more; older ones are gone.
 */
export class EventLog {
  // Another node, or the same one later, has a log of its own: it must not take our ids for its own.
  readonly #name = randomBytes(6).toString('base64url')
  readonly #events: LoggedEvent[] = []
  #characters = 0
  #number = 0
  #streams = 0

  /** The number of a new stream. That of the session itself is 0. */
  begin(): number {
    return ++this.#streams
  }

  /** The id of an event in which there is nothing to be repeated. */
  mark(stream: number): string {
    return `${this.#name}.${stream}.${++this.#number}`
  }

  add(stream: number, data: string): LoggedEvent {
    const event = { id: this.mark(stream), stream, number: this.#number, data }
    this.#events.push(event)
    this.#characters += data.length
    // The newest one is kept, however long it is.
    while (this.#events.length > 1 && (this.#events.length > mostEvents || this.#characters > mostCharacters))
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
