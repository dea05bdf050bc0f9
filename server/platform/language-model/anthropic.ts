import { z } from 'zod'
import { failureOf } from './failures.ts'
import type { Message, ModelTool } from './model.ts'
import { type Protocol, type Reply, parseEvent, tokenCount } from './protocol.ts'

/** The messages API of Anthropic. */
export const anthropicProtocol: Protocol = {
  url: 'https://api.anthropic.com',
  path: '/v1/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) }),
  body: (model, { system, messages, tools, maxTokens }) => ({
    model,
    stream: true,
    max_tokens: maxTokens,
    system,
    messages: toTurns(messages),
    ...(tools.length > 0 && { tools: tools.map(toTool) }),
  }),
  read(data, reply) {
    const event = parseEvent(Event, data)
    if (event.type === 'error') throw failureOf(statuses[event.error?.type ?? ''] ?? 500, {}, data)
    countTokens(event.message?.usage, reply)
    countTokens(event.usage, reply)
    const { delta, content_block: block, index } = event
    if (delta?.stop_reason) reply.reason = cutReasons.has(delta.stop_reason) ? 'cut' : 'complete'
    if (event.type === 'message_stop') {
      reply.reason ??= 'complete'
      reply.hasEnded = true
    }
    if (event.type === 'content_block_start' && block?.type === 'tool_use')
      reply.calls.add({ index, id: block.id, name: block.name, json: jsonOf(block.input) })
    if (delta?.partial_json) reply.calls.add({ index, json: delta.partial_json })
    return (event.type === 'content_block_start' ? block?.text : delta?.text) ?? ''
  },
}

const cutReasons = new Set(['max_tokens', 'model_context_window_exceeded'])

/** The HTTP statuses of the errors that a stream can end with. */
const statuses: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** Merges consecutive messages of one role: results of tools and a question are one turn of the user. */
function toTurns(messages: Message[]): object[] {
  const turns: { role: string; content: object[] }[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const content = blocksOf(message)
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else if (content.length > 0) turns.push({ role, content })
  }
  return turns
}

function blocksOf(message: Message): object[] {
  if (message.role === 'tools')
    return message.results.map(({ id, text, hasFailed }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: text,
      is_error: hasFailed,
    }))
  // The API rejects empty texts.
  const texts = message.text.trim() ? [{ type: 'text', text: message.text }] : []
  if (message.role === 'user') return texts
  const calls = message.calls.map(({ id, name, input }) => ({
    type: 'tool_use',
    id,
    name,
    input: input ?? {},
  }))
  return [...texts, ...calls]
}

function toTool({ name, description, inputSchema }: ModelTool): object {
  return { name, description, input_schema: inputSchema }
}

const TokenCounts = z
  .object({
    input_tokens: tokenCount,
    cache_creation_input_tokens: tokenCount,
    cache_read_input_tokens: tokenCount,
    output_tokens: tokenCount,
  })
  .nullish()

const Event = z.object({
  type: z.string(),
  index: z.int().nullish(),
  message: z.object({ usage: TokenCounts }).nullish(),
  usage: TokenCounts,
  content_block: z
    .object({
      type: z.string(),
      id: z.string().nullish(),
      name: z.string().nullish(),
      text: z.string().nullish(),
      input: z.unknown().optional(),
    })
    .nullish(),
  delta: z
    .object({
      text: z.string().nullish(),
      partial_json: z.string().nullish(),
      stop_reason: z.string().nullish(),
    })
    .nullish(),
  error: z.object({ type: z.string().nullish() }).nullish(),
})

/** Adds the counts of an event. The counts are totals, and the last event has those of the output. */
function countTokens(counts: z.output<typeof TokenCounts>, reply: Reply): void {
  if (!counts) return
  const { input_tokens: own, output_tokens: output } = counts
  const cached = (counts.cache_creation_input_tokens ?? 0) + (counts.cache_read_input_tokens ?? 0)
  reply.usage = {
    input: own == null ? (reply.usage?.input ?? 0) : own + cached,
    output: output ?? reply.usage?.output ?? 0,
  }
}

/** Returns the input of a call that is complete from the start. Usually it is `{}`, and its JSON follows in pieces. */
function jsonOf(input: unknown): string {
  const json = input == null ? '' : JSON.stringify(input)
  return json === '{}' ? '' : json
}
