import type http from 'node:http'

/** A request that the model server received. */
export interface ModelRequest {
  path: string
  headers: http.IncomingHttpHeaders
  body: Record<string, unknown>
  /** Whether the client closed the connection before the end of the response. */
  hasDisconnected: boolean
}

/** A reply of the scripted model. */
export interface ReplyTurn {
  /** The pieces of the text. A promise delays the pieces after it. */
  text?: string | (string | Promise<unknown>)[]
  calls?: { name: string; input: unknown; id?: string }[]
  /** Whether the reply reached the maximum length. */
  isCut?: boolean
  /** Default 100 and 10. Null: the server doesn't count. */
  usage?: { input: number; output: number } | null
  /** Closes the connection before the end of the reply, or sends nothing more. */
  ending?: 'drop' | 'hang'
}

export type Turn =
  | ReplyTurn
  /** An error, or a redirect. */
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The body of a response with status 200, in chunks. */
  | { raw: Iterable<string | Buffer> | AsyncIterable<string | Buffer>; ending?: 'drop' | 'hang' }
  | ((request: ModelRequest) => Turn | Promise<Turn>)

/** Responds with a turn in the protocol of the request. */
export async function respondWith(
  turn: Turn,
  request: ModelRequest,
  response: http.ServerResponse,
): Promise<void> {
  if (typeof turn === 'function') return respondWith(await turn(request), request, response)
  if ('status' in turn) {
    response.writeHead(turn.status, turn.headers).end(turn.body ?? '{"error": {"message": "not now"}}')
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const chunks = 'raw' in turn ? turn.raw : encode(turn, protocolOf(request))
  for await (const chunk of chunks) {
    // Waits until the chunk is sent, so that chunks arrive as they are, and an endless reply can be cancelled. On Node 26, a
    // write to a closed connection fails before the response is closed.
    const failure = await new Promise<unknown>((resolve) => {
      response.once('close', resolve)
      response.write(chunk, (error) => {
        response.off('close', resolve)
        resolve(error)
      })
    })
    if (failure || response.destroyed) return
  }
  if (turn.ending === 'drop') response.destroy()
  else if (turn.ending !== 'hang') response.end()
}

function protocolOf({ path }: ModelRequest): Encoder {
  return path === '/v1/messages' ? anthropic : openai
}

async function* encode(turn: ReplyTurn, protocol: Encoder): AsyncGenerator<string> {
  const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
  const usage = turn.usage === undefined ? { input: 100, output: 10 } : turn.usage
  for (const start of protocol.start(usage)) yield event(start)
  for (const piece of [turn.text ?? []].flat())
    if (typeof piece === 'string') yield event(protocol.text(piece))
    else await piece
  if (turn.ending !== undefined) return
  const calls = (turn.calls ?? []).map((call, index) => ({ id: `call_${index}_${call.name}`, ...call }))
  for (const [index, call] of calls.entries())
    for (const part of protocol.call(index, call.id, call.name, JSON.stringify(call.input))) yield event(part)
  const reason = turn.isCut ? 'cut' : calls.length > 0 ? 'calls' : 'complete'
  for (const end of protocol.end(reason, usage)) yield event(end)
}

type Counted = { input: number; output: number } | null

interface Encoder {
  start(usage: Counted): unknown[]
  text(piece: string): unknown
  /** The arguments arrive in two pieces. */
  call(index: number, id: string, name: string, json: string): unknown[]
  end(reason: 'complete' | 'cut' | 'calls', usage: Counted): unknown[]
}

const halves = (json: string) => [json.slice(0, json.length / 2), json.slice(json.length / 2)]

const openai: Encoder = {
  start: () => [{ choices: [{ index: 0, delta: { role: 'assistant', content: null } }], usage: null }],
  text: (content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }], usage: null }),
  call: (index, id, name, json) =>
    [
      { index, id, type: 'function', function: { name, arguments: '' } },
      ...halves(json).map((piece) => ({ index, function: { arguments: piece } })),
    ].map((part) => ({ choices: [{ index: 0, delta: { tool_calls: [part] }, finish_reason: null }] })),
  end: (reason, usage) => [
    {
      choices: [
        {
          index: 0,
          delta: {},
          finish_reason: { complete: 'stop', cut: 'length', calls: 'tool_calls' }[reason],
        },
      ],
    },
    ...(usage
      ? [{ choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output } }]
      : []),
    '[DONE]',
  ],
}

const anthropic: Encoder = {
  start: (usage) => [
    {
      type: 'message_start',
      message: { ...(usage && { usage: { input_tokens: usage.input, output_tokens: 1 } }) },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
  ],
  text: (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  call: (position, id, name, json) => {
    const index = position + 1
    return [
      { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
      ...halves(json).map((partial_json) => ({
        type: 'content_block_delta',
        index,
        delta: { type: 'input_json_delta', partial_json },
      })),
      { type: 'content_block_stop', index },
    ]
  },
  end: (reason, usage) => [
    {
      type: 'message_delta',
      delta: { stop_reason: { complete: 'end_turn', cut: 'max_tokens', calls: 'tool_use' }[reason] },
      ...(usage && { usage: { output_tokens: usage.output } }),
    },
    { type: 'message_stop' },
  ],
}

/** Returns the names of the tools that a request offers to the model. */
export function offeredTools({ body }: ModelRequest): string[] {
  const tools = (body.tools ?? []) as { name?: string; function?: { name: string } }[]
  return tools.map((tool) => tool.name ?? tool.function!.name)
}

/** Returns the results of tools in a request, in the order of the calls. */
export function toolResults({ body }: ModelRequest): string[] {
  const messages = body.messages as { role: string; content: string | { type: string; content: string }[] }[]
  return messages.flatMap(({ role, content }) => {
    if (role === 'tool') return [content as string]
    const blocks = typeof content === 'object' && content ? content : []
    return blocks.flatMap((block) => (block.type === 'tool_result' ? [block.content] : []))
  })
}
