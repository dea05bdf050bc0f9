import { closings, pingFrame } from './frames.ts'
import type { Connection } from './connection.ts'

/** Seconds between two pings of a connection. */
export const heartbeat = 30

/** Pings all connections with one timer, a different part each second, to spread the load. */
export class Heartbeat {
  readonly #parts = Array.from({ length: heartbeat }, () => new Set<Connection>())
  readonly #timer = setInterval(() => this.#beat(), 1000).unref()
  #turn = 0
  #added = 0

  add(connection: Connection): void {
    this.#parts[this.#added++ % heartbeat]!.add(connection)
  }

  remove(connection: Connection): void {
    for (const part of this.#parts) if (part.delete(connection)) return
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #beat(): void {
    this.#turn = (this.#turn + 1) % heartbeat
    for (const connection of this.#parts[this.#turn]!) {
      if (connection.isAlive) {
        connection.isAlive = false
        connection.write(pingFrame)
      } else connection.close(...closings.heartbeatTimeout)
    }
  }
}
