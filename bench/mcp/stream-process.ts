import { connectSession, connectSse } from './clients.ts'
import type { StreamOptions } from './streams.ts'

/** Which stream is held open: that of HTTP+SSE, or the one on which a session of 2025 is told what happens. */
export type Kind = 'sse' | 'session'

const { url, token, kind, count } = JSON.parse(process.env.OPTIONS!) as StreamOptions
const atOnce = 50
let next = 0
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (next++ < count) await (kind === 'sse' ? connectSse(url, token) : connectSession(url, token, true))
  }),
)
process.send!('ready')
