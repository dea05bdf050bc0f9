import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'

export type Log = Logger

/**
 * Creates the log: one JSON object per line on standard output. Bodies, headers and query strings are never logged, so
 * no credential is. The names under `redact` are a second safeguard.
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
  // Writes asynchronously and in batches, so that a request neither waits for a slow reader of the log nor costs its
  // own system call.
  return pino(
    options,
    stream ?? pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 250 }),
  )
}
