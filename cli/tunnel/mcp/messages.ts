import {
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/client'
import type { Mode } from '../permissions.ts'

export interface RpcError {
  code: number
  message: string
}

/** The codes of JSON-RPC and of the SDK's servers. */
export const rpcCodes = { parse: -32700, invalid: -32600, rejected: -32000, noSession: -32001 }

export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message
}

export function isNotification(message: JSONRPCMessage): message is JSONRPCNotification {
  return 'method' in message && !('id' in message)
}

export function errorResponse(id: string | number | null, error: RpcError): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error } as JSONRPCMessage
}

/** Returns one message, or undefined if the value is anything else. A batch is not a message. */
export function messageOf(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return undefined
  }
}

// Requests that only describe a server, so they need no consent.
const describes = new Set([
  'initialize',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'logging/setLevel',
])

/** Returns why a message of a client can't pass, or undefined if it can. */
export function refusalOf(mode: Mode, message: JSONRPCMessage): string | undefined {
  if (!('method' in message)) return undefined
  const { method } = message
  // A tool call is a run, with consent and history. It never arrives here as a message.
  if (method === 'tools/call') return 'Tool calls are runs of run_tool. This connection does not take them.'
  // A server could treat a request without an id as a request.
  if (!isRequest(message))
    return method.startsWith('notifications/') ? undefined : `${method} is not a notification.`
  if (mode === 'allow' || describes.has(method)) return undefined
  return `The machine's owner only allows tool calls of this server, so ${method} is not available.`
}
