import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { OperationError } from '../../../errors/errors.ts'
import type { App } from '../../../operations/context.ts'
import {
  type OpenStreams,
  keepAliveComment,
  streamHeaders,
  writeTo,
} from '../../mcp/transports/open-streams.ts'
import type { Sender } from '../../mcp/sender.ts'
import { followRun } from './follow-run.ts'
import { errorOf, progressNotifier, responseOf } from './outcome.ts'
import { startRun } from './start-run.ts'

const id = z.union([z.string().max(200), z.number()])

/** A tool call. Anything else with this method is rejected. */
const toolCall = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.literal('tools/call'),
  params: z.object({
    name: z.string().min(1).max(200),
    arguments: z.record(z.string(), z.unknown()).default({}),
    _meta: z.looseObject({ progressToken: id.optional() }).optional(),
  }),
})
export type ToolCall = z.output<typeof toolCall>

/** The MCP server on a machine and the session in it. */
export interface McpSession {
  tunnel: string
  server: string
  session: string
}

export function isToolCall(body: unknown): boolean {
  return (body as { method?: unknown } | null)?.method === 'tools/call'
}

export function parseToolCall(body: unknown): ToolCall | undefined {
  return toolCall.safeParse(body).data
}

/**
 * Performs a tool call as a run of the machine, which can wait for consent for minutes. Sends its progress and response.
 * The run continues if the client disconnects: a lost connection is not a cancellation.
 */
export async function callTool(
  app: App,
  sender: Sender,
  { tunnel, server, session }: McpSession,
  { id: requestId, params }: ToolCall,
  send: (message: object) => void,
): Promise<void> {
  const { name: tool, arguments: given, _meta: meta } = params
  try {
    const run = await startRun(app, sender, {
      tunnel,
      action: 'run_tool',
      target: server,
      input: { tool, arguments: given },
      mcp: { session, requestId },
    })
    const notify = progressNotifier(meta?.progressToken, send)
    const ended = await followRun(app, { tunnel, run: run.id }, app.stopping, notify)
    if (ended) return send(responseOf(requestId, ended))
    send(errorOf(requestId, 'The server is stopping. The call continues on the machine.', { run: run.id }))
  } catch (error) {
    if (!(error instanceof OperationError)) app.log.error({ err: error }, 'a tool call of a machine failed')
    const rejection = error instanceof OperationError ? error : new OperationError('internal')
    const fields = rejection.errors?.map(({ path, message }) => `${path}: ${message}`) ?? []
    send(errorOf(requestId, [rejection.message, ...fields].join(' '), { code: rejection.code }))
  }
}

/** Answers a tool call over Streamable HTTP with events. */
export async function answerWithEvents(
  app: App,
  open: OpenStreams,
  sender: Sender,
  target: McpSession,
  call: ToolCall,
  response: ServerResponse,
): Promise<void> {
  const { credentialId, user } = sender.caller
  response.once(
    'close',
    open.add({
      credentialId,
      userId: user.id,
      end: () => void response.destroy(),
      keepAlive: () => writeTo(response, keepAliveComment),
    }),
  )
  response.writeHead(200, streamHeaders)
  response.flushHeaders()
  await callTool(app, sender, target, call, (message) =>
    writeTo(response, `event: message\ndata: ${JSON.stringify(message)}\n\n`),
  )
  response.end()
}
