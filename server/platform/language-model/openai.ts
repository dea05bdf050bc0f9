import { z } from 'zod'
import { TransientFailure, failureOf } from './failures.ts'
import type { Message, ModelFailure, ModelTool } from './model.ts'
import { type Protocol, parseEvent, tokenCount } from './protocol.ts'

/** The chat completions of OpenAI, which most other model servers speak too. */
export const openaiProtocol: Protocol = {
  url: 'https://api.openai.com/v1',
  path: '/chat/completions',
  headers: (key): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {}),
  body: (model, { system, messages, tools, maxTokens }, host) => ({
    model,
    stream: true,
    stream_options: { include_usage: true },
    ...limitsFor(host, maxTokens),
    messages: [{ role: 'system', content: system }, ...messages.flatMap(toOpenai)],
    // An empty list is rejected.
    ...(tools.length > 0 && { tools: tools.map(toTool) }),
  }),
  read(data, reply) {
    if (data === '[DONE]') {
      reply.reason ??= 'complete'
      reply.hasEnded = true
      return ''
    }
    const { choices, usage, error } = parseEvent(Chunk, data)
    if (error) throw errorFailure(error)
    if (usage) reply.usage = { input: usage.prompt_tokens ?? 0, output: usage.completion_tokens ?? 0 }
    const [choice] = choices ?? []
    for (const { index, id, function: called } of choice?.delta?.tool_calls ?? [])
      reply.calls.add({ index, id, name: called?.name, json: jsonOf(called?.arguments) })
    if (choice?.finish_reason) reply.reason = choice.finish_reason === 'length' ? 'cut' : 'complete'
    return choice?.delta?.content ?? ''
  },
}

/** OpenAI's newer models reject `max_tokens` and a temperature. Many other servers don't know `max_completion_tokens`. */
function limitsFor(host: string, maxTokens: number): object {
  return host === 'api.openai.com'
    ? { max_completion_tokens: maxTokens }
    : { max_tokens: maxTokens, temperature: 0 }
}

function toOpenai(message: Message): object[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools')
    return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  const calls = message.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input ?? {}) },
  }))
  if (calls.length > 0) return [{ role: 'assistant', content: message.text || null, tool_calls: calls }]
  return message.text ? [{ role: 'assistant', content: message.text }] : []
}

function toTool({ name, description, inputSchema }: ModelTool): object {
  return { type: 'function', function: { name, description, parameters: inputSchema } }
}

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().nullish(),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.unknown().optional() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }).nullish(),
  error: z.unknown().optional(),
})

/** Returns the arguments of a call as JSON. Some servers send them as an object. */
function jsonOf(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)
}

/** Returns the failure of an error event, whose code is an HTTP status at llama.cpp, vLLM and OpenRouter. */
function errorFailure(error: unknown): ModelFailure {
  const status = Number((error as { code?: unknown }).code)
  if (status >= 400 && status < 600) return failureOf(status, {}, JSON.stringify(error))
  return new TransientFailure('interrupted', 'The model server stopped with an error.')
}
