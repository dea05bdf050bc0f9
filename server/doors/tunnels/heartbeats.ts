import type { Multiplexer } from '../../platform/multiplexer.ts'
import { closings } from './closings.ts'

const pingIntervalMs = 15_000
const timeoutMs = 45_000

/** Pings all sockets with one timer and closes those that no longer respond. */
export class Heartbeats {
  readonly #heardAt = new Map<Multiplexer, number>()
  readonly #timer = setInterval(() => this.#beat(), pingIntervalMs).unref()

  add(mux: Multiplexer): void {
    this.#heardAt.set(mux, performance.now())
    void mux.closed.then(() => this.#heardAt.delete(mux))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #beat(): void {
    const now = performance.now()
    for (const [mux, heardAt] of this.#heardAt) {
      if (now - heardAt > timeoutMs) mux.close(...closings.heartbeatTimeout)
      else void mux.ping().then(() => this.#heardAt.has(mux) && this.#heardAt.set(mux, performance.now()))
    }
  }
}
