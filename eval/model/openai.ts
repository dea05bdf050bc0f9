import type { Message, Prompt, Protocol, ToolCall } from './model.ts'

/** The chat completions protocol of OpenAI, which most other model servers speak too. */
export const openAiProtocol: Protocol = {
  url: 'https://api.openai.com/v1',
  path: '/chat/completions',
  headers: (key): Record<string, string> => (key ? { Authorization: `Bearer ${key}` } : {}),
  body: (model, { system, messages, tools }: Prompt) => ({
    model,
    messages: [{ role: 'system', content: system }, ...messages.flatMap(toOpenAi)],
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
  }),
  replyOf(response) {
    const { choices, usage } = response as Completion
    const message = choices[0]!.message
    return {
      text: message.content ?? '',
      calls: (message.tool_calls ?? []).map(toCall),
      usage: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
    }
  },
}

function toOpenAi(message: Message): object[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools')
    return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  const calls = message.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input ?? {}) },
  }))
  // Some servers reject an empty list of calls.
  return [
    { role: 'assistant', content: message.text || null, ...(calls.length > 0 && { tool_calls: calls }) },
  ]
}

/** The model writes the arguments as text, which isn't always JSON. */
function toCall({ id, function: { name, arguments: text } }: WrittenCall): ToolCall {
  try {
    const input: unknown = JSON.parse(text || '{}')
    if (typeof input === 'object' && input !== null && !Array.isArray(input))
      return { id, name, input: input as Record<string, unknown> }
  } catch {
    // Reported to the model as a failed call.
  }
  return { id, name, input: undefined }
}

interface WrittenCall {
  id: string
  function: { name: string; arguments: string }
}

interface Completion {
  choices: { message: { content?: string | null; tool_calls?: WrittenCall[] } }[]
  usage?: { prompt_tokens: number; completion_tokens: number }
}
