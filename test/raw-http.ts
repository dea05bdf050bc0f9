import http from 'node:http'

export interface RawResponse {
  status: number
  body: Record<string, unknown>
}

/** Sends a request with any headers, including Host, which `fetch` does not let a caller set. */
export function sendTo(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<RawResponse> {
  const text = body && JSON.stringify(body)
  const all = { ...(text && { 'Content-Type': 'application/json' }), ...headers }
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, { method, headers: all, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const whole = Buffer.concat(parts).toString()
        const isJson = response.headers['content-type']?.includes('json')
        resolve({ status: response.statusCode!, body: isJson ? JSON.parse(whole) : {} })
      })
    })
    request.on('error', reject).end(text)
  })
}
