/** The statuses of error responses, each with its name and the next step for its caller. */
export const statuses: Record<number, { name: string; advice: string }> = {
  400: { name: 'Bad Request', advice: 'Correct the request before you send it again.' },
  401: { name: 'Unauthorized', advice: 'Sign in again, or send another credential.' },
  403: {
    name: 'Forbidden',
    advice: 'Use an account or a credential with the required permission, or ask for it.',
  },
  404: {
    name: 'Not Found',
    advice: "Check the URL and the ids. Items that you can't see count as not found.",
  },
  405: { name: 'Method Not Allowed', advice: 'Use a method that the `Allow` header lists.' },
  408: { name: 'Request Timeout', advice: 'Send the request again.' },
  409: { name: 'Conflict', advice: 'Read the current state, then decide whether to repeat the request.' },
  410: { name: 'Gone', advice: "Start again. The same request can't succeed any more." },
  412: {
    name: 'Precondition Failed',
    advice: 'Read the resource again, then repeat the change with its new `ETag`.',
  },
  413: { name: 'Content Too Large', advice: 'Send less in one request.' },
  415: { name: 'Unsupported Media Type', advice: 'Send the body with a `Content-Type` that is accepted.' },
  422: {
    name: 'Unprocessable Content',
    advice: 'Fix the problem that `detail` describes, then repeat the request.',
  },
  426: { name: 'Upgrade Required', advice: 'Open a WebSocket connection.' },
  429: { name: 'Too Many Requests', advice: 'Wait as long as `Retry-After` says, then repeat the request.' },
  431: { name: 'Request Header Fields Too Large', advice: 'Send fewer or shorter headers.' },
  499: { name: 'Client Closed Request', advice: 'Send the request again if you still need it.' },
  500: { name: 'Internal Server Error', advice: 'Report it to the operator with the `requestId`.' },
  502: { name: 'Bad Gateway', advice: 'Repeat the request in a moment.' },
  503: { name: 'Service Unavailable', advice: 'Repeat the request in a moment, or ask the operator.' },
  504: { name: 'Gateway Timeout', advice: 'Repeat the request in a moment.' },
  507: { name: 'Insufficient Storage', advice: 'Ask the operator to free storage space.' },
}
