import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'

export type Log = Logger

/**
 * One JSON object a line, on standard output. Bodies, headers and addresses with their query are never logged, so no
 * credential can be; the names below are a second net for what a future line might carry.
 */
export function createLog(level: Config['LOG_LEVEL'], stream?: NodeJS.WritableStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: [
      'password',
      'token',
      'secret',
      'authorization',
      '*.password',
      '*.token',
      '*.secret',
      '*.authorization',
    ],
  }
  // Written in the background and many lines at once: a request neither waits for whoever reads the log, nor pays for
  // a call to the operating system of its own.
  return pino(
    options,
    stream ?? pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 250 }),
  )
}
