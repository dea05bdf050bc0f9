import { EventEmitter, on } from 'node:events'
import { Writable } from 'node:stream'
import { type Log, createLog } from '../server/platform/log.ts'

export interface RecordedLog {
  log: Log
  /** All that was logged so far. */
  text(): string
  /** The first line with this message, now or when it comes. */
  line(message: string): Promise<Record<string, unknown>>
}

/** A log that a test reads, and waits for. */
export function recordLog(): RecordedLog {
  const lines: string[] = []
  const news = new EventEmitter()
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      news.emit('line')
      done()
    },
  })
  const find = (message: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === message)
  return {
    log: createLog('debug', stream),
    text: () => lines.join(''),
    async line(message) {
      const coming = on(news, 'line')
      for (let found = find(message); ; found = find(message)) {
        if (found) return found
        await coming.next()
      }
    },
  }
}
