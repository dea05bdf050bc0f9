import type { Config } from '../config.ts'
import { eventsOf } from './event-lines.ts'
import { failureOf } from './remote-failure.ts'

/** Answers in words. What it says is text from outside: shown, never obeyed. */
export interface LanguageModel {
  name: string
  /** The answer piece by piece. Fails if the model cannot be reached, refuses, or falls silent. */
  answer(asked: AskedOfModel): AsyncIterable<string>
}

export interface AskedOfModel {
  /** The rules that the model keeps to. */
  system: string
  question: string
  maxTokens: number
  signal?: AbortSignal | undefined
}

// So long may it think before it says anything, and then between two pieces.
const longestSilence = 60_000

/** The model that the configuration names, if it names one. */
export function openLanguageModel(config: Config): LanguageModel | undefined {
  const { AI_CHAT: provider, AI_CHAT_MODEL: model, AI_CHAT_KEY: key } = config
  if (provider === 'off') return undefined
  const protocol = protocols[provider]
  const url = config.AI_CHAT_URL ?? protocol.url
  return {
    name: `${provider}:${model!}`,
    async *answer({ signal, ...asked }) {
      const silence = new AbortController()
      const ended = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])])
      const timer = setTimeout(() => silence.abort(), longestSilence)
      try {
        const response = await fetch(`${url}${protocol.path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...protocol.headers(key) },
          body: JSON.stringify(protocol.body(model!, asked)),
          signal: ended,
        })
        if (!response.ok) throw await failureOf(response)
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
  /** Where its maker serves it. */
  url: string
  path: string
  headers(key: string | undefined): Record<string, string>
  body(model: string, asked: Omit<AskedOfModel, 'signal'>): object
  /** The text in one event of the stream, if it has any. */
  pieceOf(data: string): string | undefined
}

const protocols: Record<'openai' | 'anthropic', Protocol> = {
  openai: {
    url: 'https://api.openai.com/v1',
    path: '/chat/completions',
    headers: (key): Record<string, string> => (key ? { Authorization: `Bearer ${key}` } : {}),
    body: (model, { system, question, maxTokens }) => ({
      ...{ model, stream: true, max_tokens: maxTokens, temperature: 0 },
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
      if (event.error) throw new Error(`The model broke off: ${event.error.message}`)
      return event.choices?.[0]?.delta?.content ?? undefined
    },
  },
  anthropic: {
    url: 'https://api.anthropic.com',
    path: '/v1/messages',
    headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) }),
    body: (model, { system, question, maxTokens }) => ({
      ...{ model, stream: true, max_tokens: maxTokens, system },
      messages: [{ role: 'user', content: question }],
    }),
    pieceOf(data) {
      const event = JSON.parse(data) as { type: string; delta?: { text?: string }; error?: Failure }
      if (event.type === 'error') throw new Error(`The model broke off: ${event.error?.message}`)
      return event.type === 'content_block_delta' ? event.delta?.text : undefined
    },
  },
}

interface Failure {
  message: string
}
