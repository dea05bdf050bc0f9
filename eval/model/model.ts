import type { ListedTool } from '../counted-agent.ts'
import { anthropicProtocol } from './anthropic.ts'
import { openAiProtocol } from './openai.ts'

export interface ToolCall {
  id: string
  name: string
  /** Undefined if the model wrote arguments that aren't a JSON object. */
  input: Record<string, unknown> | undefined
}

export interface ToolResult {
  id: string
  text: string
  hasFailed: boolean
}

/** A message in the form that both protocols are translated from. */
export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: ToolCall[] }
  | { role: 'tools'; results: ToolResult[] }

export interface Prompt {
  system: string
  messages: Message[]
  tools: ListedTool[]
}

export interface Reply {
  text: string
  calls: ToolCall[]
  usage: { input: number; output: number }
}

/** A language model that can call tools. */
export interface Model {
  name: string
  /** Maximum number of tool calls of one agent in one phase. */
  maxCalls: number
  reply(prompt: Prompt): Promise<Reply>
}

/** The wire format of a model server. */
export interface Protocol {
  /** The provider's default URL. */
  url: string
  path: string
  headers(key: string | undefined): Record<string, string>
  body(model: string, prompt: Prompt): object
  replyOf(response: object): Reply
}

const protocols: Record<string, Protocol> = { openai: openAiProtocol, anthropic: anthropicProtocol }
const maxAttempts = 4
const firstBackoffMs = 1000
const timeoutMs = 300_000
const defaultMaxCalls = 150

export type Environment = Record<string, string | undefined>

/** Returns the model that the environment names, or undefined if it names none. Throws on an incomplete setting. */
export function modelFrom(environment: Environment): Model | undefined {
  const { EVAL_PROTOCOL: id, EVAL_MODEL: model, EVAL_KEY: key, EVAL_MAX_CALLS: limit } = environment
  if (!id && !model) return undefined
  const protocol = protocols[id ?? '']
  if (!protocol) throw new Error('EVAL_PROTOCOL must be openai or anthropic.')
  if (!model) throw new Error('EVAL_MODEL is missing: it names the model on the server.')
  const maxCalls = Number(limit || defaultMaxCalls)
  if (!Number.isInteger(maxCalls) || maxCalls < 1)
    throw new Error('EVAL_MAX_CALLS must be a positive number.')
  const url = `${(environment.EVAL_URL || protocol.url).replace(/\/$/, '')}${protocol.path}`
  return {
    name: model,
    maxCalls,
    async reply(prompt) {
      const headers = { 'Content-Type': 'application/json', ...protocol.headers(key) }
      return protocol.replyOf(await postWithRetry(url, headers, protocol.body(model, prompt)))
    },
  }
}

/** Retries rate limits and server errors with backoff. Other failures end the run. */
async function postWithRetry(url: string, headers: Record<string, string>, body: object): Promise<object> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return (await response.json()) as object
    const reason = `The model server returned ${response.status}: ${(await response.text()).slice(0, 500)}`
    const canRetry = response.status === 429 || response.status >= 500
    if (!canRetry || attempt === maxAttempts) throw new Error(reason)
    const retryAfterMs = Number(response.headers.get('retry-after')) * 1000
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs || firstBackoffMs * 2 ** (attempt - 1)))
  }
}
