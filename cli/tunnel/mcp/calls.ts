import type { JSONRPCNotification } from '@modelcontextprotocol/client'
import type { Session } from './session.ts'
import { type CallOptions, type ListedTool, type ToolCall, type ToolProgress, McpFailure } from './servers.ts'

const protocolVersion = '2025-11-25'
const startMs = 60_000
const maxPages = 50
/** A result travels in one message to the service. */
const maxResultBytes = 2 * 1024 * 1024

type Result = Record<string, unknown>

/** Starts the protocol in a session that has no client of its own. */
export async function initialize(session: Session): Promise<void> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'baton-tunnel', version: '1' } }
  try {
    await send(session, 'initialize', params, AbortSignal.timeout(startMs))
  } catch (error) {
    void session.close()
    throw error
  }
  session.pass({ jsonrpc: '2.0', method: 'notifications/initialized' })
}

export async function listToolsIn(session: Session, signal: AbortSignal): Promise<ListedTool[]> {
  const tools: ListedTool[] = []
  let cursor: unknown
  for (let page = 0; page < maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await send(session, 'tools/list', params, signal)
    for (const { name, title, description = '', inputSchema } of (result.tools ?? []) as ListedTool[])
      tools.push({ name, ...(title !== undefined && { title }), description, inputSchema })
    cursor = result.nextCursor
    if (cursor === undefined) break
  }
  return tools
}

export async function callToolIn(
  session: Session,
  { tool, arguments: given }: ToolCall,
  { signal, onProgress }: CallOptions,
): Promise<Result> {
  const params = { name: tool, arguments: given ?? {}, _meta: { progressToken: 0 } }
  const result = await send(session, 'tools/call', params, signal, onProgress)
  if (Buffer.byteLength(JSON.stringify(result)) > maxResultBytes)
    throw new McpFailure('The result of the tool is larger than 2 MiB.')
  return result
}

function send(
  session: Session,
  method: string,
  params: Result,
  signal: AbortSignal,
  onProgress?: (progress: ToolProgress) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const cancel = session.request(
      { jsonrpc: '2.0', id: 0, method, params },
      {
        onResponse(message) {
          signal.removeEventListener('abort', abort)
          if ('result' in message) resolve(message.result)
          else
            reject(
              new McpFailure('error' in message ? message.error.message : 'The MCP server sent no result.'),
            )
        },
        onProgress: (message) => onProgress?.(progressOf(message)),
      },
    )
    const abort = () => {
      cancel(signal.reason instanceof Error ? signal.reason.message : '')
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort, { once: true })
  })
}

function progressOf({ params }: JSONRPCNotification): ToolProgress {
  const { progress, total, message } = params as { progress: number; total?: number; message?: string }
  return { done: progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) }
}
