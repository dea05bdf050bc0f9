import { connectSession, connectSse } from './clients.ts'
import type { StreamOptions } from './streams.ts'

/** The kind of stream: that of HTTP+SSE, or the server-message stream of a 2025 session. */
export type Kind = 'sse' | 'session'

const { url, token, kind, count } = JSON.parse(process.env.OPTIONS!) as StreamOptions
const concurrency = 50
let next = 0
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    while (next++ < count) await (kind === 'sse' ? connectSse(url, token) : connectSession(url, token, true))
  }),
)
process.send!('ready')
