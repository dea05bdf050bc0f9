import type { Message, Prompt, Protocol } from './model.ts'

const maxOutputTokens = 8192

/** The messages protocol of Anthropic. */
export const anthropicProtocol: Protocol = {
  url: 'https://api.anthropic.com',
  path: '/v1/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) }),
  body: (model, { system, messages, tools }: Prompt) => ({
    model,
    max_tokens: maxOutputTokens,
    system,
    messages: messages.map(toAnthropic),
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    })),
  }),
  replyOf(response) {
    const { content, usage } = response as Answer
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: content.flatMap((block) =>
        block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [],
      ),
      usage: { input: usage?.input_tokens ?? 0, output: usage?.output_tokens ?? 0 },
    }
  },
}

function toAnthropic(message: Message): object {
  if (message.role === 'user') return { role: 'user', content: message.text }
  if (message.role === 'tools')
    return {
      role: 'user',
      content: message.results.map(({ id, text, hasFailed }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: text,
        is_error: hasFailed,
      })),
    }
  return {
    role: 'assistant',
    content: [
      // The protocol rejects empty texts.
      ...(message.text ? [{ type: 'text', text: message.text }] : []),
      ...message.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input: input ?? {} })),
    ],
  }
}

type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }

interface Answer {
  content: Block[]
  usage?: { input_tokens: number; output_tokens: number }
}
