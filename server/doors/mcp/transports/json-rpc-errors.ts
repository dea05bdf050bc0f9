/** The same codes as the SDK's own servers. */
export const badRequest = -32000
export const sessionNotFound = -32001
export const invalidRequest = -32600
export const parseError = -32700

/** Returns an error for a whole message, without a request id. */
export function rpcError(code: number, message: string) {
  return { jsonrpc: '2.0', id: null, error: { code, message } }
}
