/** The codes that the SDK's own servers use in these cases. */
export const badRequest = -32000
export const sessionNotFound = -32001
export const invalidRequest = -32600
export const parseError = -32700

/** An error for a message as a whole, which belongs to no request id. */
export function rpcError(code: number, message: string) {
  return { jsonrpc: '2.0', id: null, error: { code, message } }
}
