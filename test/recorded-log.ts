import { EventEmitter, on } from 'node:events'
import { Writable } from 'node:stream'
import { type Log, createLog } from '../server/platform/log.ts'

export interface RecordedLog {
  log: Log
  /** All lines so far. */
  text(): string
  /** Waits for the first line with this message. */
  line(message: string): Promise<Record<string, unknown>>
}

/** Creates a log that a test can read and wait for. */
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
