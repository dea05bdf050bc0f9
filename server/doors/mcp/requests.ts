import {
  type Implementation,
  type JSONRPCRequest,
  type Notification,
  ProtocolError,
  ProtocolErrorCode,
  type RequestTypeMap,
  type Result,
  specTypeSchemas,
} from '@modelcontextprotocol/server'
import type { Sender } from './sender.ts'

/** A request as its handler sees it, in every revision of the protocol. */
export interface RequestContext {
  sender: Sender
  /** The signed id of the stream or session. Requests of 2026 have none. */
  sessionId: string | undefined
  client: Implementation | undefined
  /** Aborts when the client cancels the request or disconnects. */
  signal: AbortSignal
  /** Sends a notification that belongs to the request. */
  notify(notification: Notification): Promise<void>
}

const schemas = {
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'resources/subscribe': specTypeSchemas.SubscribeRequest,
  'resources/unsubscribe': specTypeSchemas.UnsubscribeRequest,
  'prompts/list': specTypeSchemas.ListPromptsRequest,
  'prompts/get': specTypeSchemas.GetPromptRequest,
  'completion/complete': specTypeSchemas.CompleteRequest,
  'logging/setLevel': specTypeSchemas.SetLevelRequest,
} as const
type Method = keyof typeof schemas

/** The handlers of all requests that the product serves. Every connection shares them. */
export type Handlers = {
  [Name in Method]: (params: RequestTypeMap[Name]['params'], ctx: RequestContext) => Result | Promise<Result>
}

export async function handleRequest(
  handlers: Handlers,
  request: JSONRPCRequest,
  ctx: RequestContext,
): Promise<Result> {
  const { method } = request
  if (!isHandled(method)) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  const { params } = validRequest<{ params?: unknown }>(schemas[method], request)
  return handlers[method](params as never, ctx)
}

/** Returns a request that matches its schema in the specification, or rejects it. */
export function validRequest<Request>(schema: Schema<Request>, request: JSONRPCRequest): Request {
  const outcome = schema['~standard'].validate(request)
  if (!outcome.issues) return outcome.value
  const found = outcome.issues.map(({ path = [], message }) => `${path.join('.')}: ${message}`)
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid ${request.method} request: ${found.join(' ')}`,
  )
}

interface Schema<Value> {
  '~standard': {
    validate(
      value: unknown,
    ):
      | { value: Value; issues?: undefined }
      | { issues: readonly { path?: readonly unknown[]; message: string }[] }
  }
}

function isHandled(method: string): method is Method {
  return Object.hasOwn(schemas, method)
}
