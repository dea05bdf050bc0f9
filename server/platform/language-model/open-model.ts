import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { anthropicProtocol } from './anthropic.ts'
import { createCallList } from './call-list.ts'
import { readEvents } from './event-stream.ts'
import { TransientFailure, failureOf, interrupted, timedOut, unreadable } from './failures.ts'
import { type LanguageModel, ModelFailure, type Piece, type Prompt } from './model.ts'
import { openaiProtocol } from './openai.ts'
import { type External, postStream } from './post-stream.ts'
import type { Protocol, Reply } from './protocol.ts'
import { createWatch, watched } from './watch.ts'

export interface ModelOptions {
  protocol: 'openai' | 'anthropic'
  /** Default: the URL of the provider. */
  url?: string | undefined
  model: string
  key?: string | undefined
  /** Default: the protocol and the model. */
  name?: string | undefined
  /** For a URL that users entered. Without it, the URL can be in a private network. */
  external?: External | undefined
  /** Maximum wait for the first and for each next chunk of a reply. Default 60 seconds. */
  idleTimeoutMs?: number | undefined
  /** Milliseconds before the first retry, doubled each time. */
  backoffMs?: number | undefined
}

const protocols: Record<ModelOptions['protocol'], Protocol> = {
  openai: openaiProtocol,
  anthropic: anthropicProtocol,
}

const maxAttempts = 3
const maxWaitMs = 20_000
const maxReplyLength = 4 * 1024 * 1024
const maxErrorBytes = 64 * 1024

/** Opens the model of the operator, if one is configured. */
export function openConfiguredModel(config: Config): LanguageModel | undefined {
  const { AI_CHAT: protocol, AI_CHAT_URL: url, AI_CHAT_MODEL: model, AI_CHAT_KEY: key } = config
  return protocol === 'off' ? undefined : openModel({ protocol, url, model: model!, key })
}

export function openModel(options: ModelOptions): LanguageModel {
  const { protocol, model, backoffMs = 500 } = options
  return {
    name: options.name ?? `${protocol}:${model}`,
    async *reply(prompt) {
      for (let attempt = 1; ; attempt++) {
        let hasStarted = false
        try {
          for await (const piece of replyOnce(options, prompt)) {
            hasStarted = true
            yield piece
          }
          return
        } catch (error) {
          prompt.signal?.throwIfAborted()
          const isFinal = hasStarted || attempt === maxAttempts || !(error instanceof TransientFailure)
          if (isFinal) throw error
          const waitMs = error.waitMs ?? backoffMs * 2 ** (attempt - 1)
          if (waitMs > maxWaitMs) throw error
          await pause(waitMs, undefined, { signal: prompt.signal }).catch(() => {})
          prompt.signal?.throwIfAborted()
        }
      }
    },
  }
}

async function* replyOnce(options: ModelOptions, prompt: Prompt): AsyncGenerator<Piece> {
  const protocol = protocols[options.protocol]
  const url = (options.url ?? protocol.url).replace(/\/$/, '') + protocol.path
  const { idleTimeoutMs = 60_000 } = options
  const watch = createWatch(idleTimeoutMs, prompt.signal)
  const reply: Reply = { calls: createCallList(), usage: undefined, reason: undefined, hasEnded: false }
  prompt.signal?.throwIfAborted()
  watch.start()
  try {
    const response = await postStream(url, {
      headers: protocol.headers(options.key),
      body: JSON.stringify(protocol.body(options.model, prompt, URL.parse(url)?.hostname ?? '')),
      signal: watch.signal,
      external: options.external,
    })
    const chunks = watched(response as AsyncIterable<Uint8Array>, watch)
    const status = response.statusCode ?? 0
    if (status !== 200) throw failureOf(status, response.headers, await startOf(chunks))
    yield* textsOf(chunks, protocol, reply)
  } catch (error) {
    prompt.signal?.throwIfAborted()
    // A server that sent everything doesn't have to close the connection properly.
    if (reply.reason === undefined) throw watch.hasExpired() ? timedOut(idleTimeoutMs) : failureFrom(error)
  } finally {
    watch.stop()
  }
  if (reply.reason === undefined) throw interrupted()
  const calls = reply.calls.finish()
  for (const call of calls) yield { kind: 'call', call }
  const reason = calls.length > 0 && reply.reason === 'complete' ? 'calls' : reply.reason
  yield { kind: 'end', reason, usage: reply.usage }
}

async function* textsOf(
  chunks: AsyncIterable<Uint8Array>,
  protocol: Protocol,
  reply: Reply,
): AsyncGenerator<Piece> {
  let length = 0
  for await (const data of readEvents(chunks)) {
    const text = protocol.read(data, reply)
    length += text.length
    if (length > maxReplyLength) throw unreadable('a reply that is too long')
    if (text) yield { kind: 'text', text }
    if (reply.hasEnded) return
  }
}

/** Returns the start of an error response. */
async function startOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes >= maxErrorBytes) break
  }
  return Buffer.concat(parts).toString('utf8', 0, maxErrorBytes)
}

/** Returns the failure of a connection: its own error messages may contain parts of the request. */
function failureFrom(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ERR_INVALID_CHAR')
    return new ModelFailure('key_rejected', 'The key of the model contains characters that keys do not have.')
  return interrupted()
}
