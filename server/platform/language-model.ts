import type { Config } from '../config.ts'
import { readFailure } from './remote-failure.ts'

/** Yields the content of each `data:` line of a server-sent event stream. */
async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/)
    rest = lines.pop()!
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim()
  }
  if (rest.startsWith('data:')) yield rest.slice(5).trim()
}

/** A language model. Its output is untrusted text: it is shown, and never executed. */
export interface LanguageModel {
  name: string
  /** Streams the answer in pieces. Fails if the model can't be reached, rejects the request, or times out. */
  answer(asked: ModelQuestion): AsyncIterable<string>
}

export interface ModelQuestion {
  /** The system prompt. */
  system: string
  question: string
  maxTokens: number
  signal?: AbortSignal | undefined
}

// The timeout before the first piece, and between two pieces.
const idleTimeoutMs = 60_000

/** Opens the configured model, if there is one. */
export function openLanguageModel(config: Config): LanguageModel | undefined {
  const { AI_CHAT: provider, AI_CHAT_MODEL: model, AI_CHAT_KEY: key } = config
  if (provider === 'off') return undefined
  const protocol = protocols[provider]
  const url = config.AI_CHAT_URL ?? protocol.url
  return {
    name: `${provider}:${model!}`,
    async *answer({ signal, ...question }) {
      const idle = new AbortController()
      const ended = AbortSignal.any([idle.signal, ...(signal ? [signal] : [])])
      const timer = setTimeout(() => idle.abort(), idleTimeoutMs)
      try {
        const response = await fetch(`${url}${protocol.path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...protocol.headers(key) },
          body: JSON.stringify(protocol.body(model!, question)),
          signal: ended,
        })
        if (!response.ok) throw await readFailure(response)
        for await (const data of eventsOf(response.body!)) {
          timer.refresh()
          const piece = protocol.pieceOf(data)
          if (piece) yield piece
        }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

interface Protocol {
  /** The provider's default URL. */
  url: string
  path: string
  headers(key: string | undefined): Record<string, string>
  body(model: string, question: Omit<ModelQuestion, 'signal'>): object
  /** Returns the text of one stream event, if it has any. */
  pieceOf(data: string): string | undefined
}

const protocols: Record<'openai' | 'anthropic', Protocol> = {
  openai: {
    url: 'https://api.openai.com/v1',
    path: '/chat/completions',
    headers: (key): Record<string, string> => (key ? { Authorization: `Bearer ${key}` } : {}),
    body: (model, { system, question, maxTokens }) => ({
      model,
      stream: true,
      max_tokens: maxTokens,
      temperature: 0,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: question },
      ],
    }),
    pieceOf(data) {
      if (data === '[DONE]') return undefined
      const event = JSON.parse(data) as {
        choices?: { delta?: { content?: string | null } }[]
        error?: Failure
      }
      if (event.error) throw new Error(`The model stopped with an error: ${event.error.message}`)
      return event.choices?.[0]?.delta?.content ?? undefined
    },
  },
  anthropic: {
    url: 'https://api.anthropic.com',
    path: '/v1/messages',
    headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) }),
    body: (model, { system, question, maxTokens }) => ({
      model,
      stream: true,
      max_tokens: maxTokens,
      system,
      messages: [{ role: 'user', content: question }],
    }),
    pieceOf(data) {
      const event = JSON.parse(data) as { type: string; delta?: { text?: string }; error?: Failure }
      if (event.type === 'error') throw new Error(`The model stopped with an error: ${event.error?.message}`)
      return event.type === 'content_block_delta' ? event.delta?.text : undefined
    },
  },
}

interface Failure {
  message: string
}
