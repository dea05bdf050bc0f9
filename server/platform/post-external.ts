import http from 'node:http'
import https from 'node:https'
import {
  type Address,
  type AskOptions,
  NoResponse,
  addressOf,
  pinnedLookup,
  inTime,
  outsideUrl,
} from './fetch-external.ts'

export interface PostResult {
  status: number
  /** The beginning of the response body. */
  excerpt: string
}

export interface PostOptions extends Omit<AskOptions, 'redirects'> {
  headers: Record<string, string>
  body: string
  /** Maximum length of the excerpt in bytes. */
  keep: number
}

/**
 * Sends a POST request to a URL that a user provided. Like `fetchExternal`, it connects to the address that was
 * checked, which must be public. It doesn't follow redirects.
 */
export async function postExternal(
  link: string,
  { allowed, milliseconds = 10_000, resolve, ...sent }: PostOptions,
): Promise<PostResult> {
  const { signal, late } = inTime(milliseconds)
  const url = outsideUrl(link)
  const address = await Promise.race([addressOf(url, allowed, resolve), late])
  return Promise.race([post(url, address, signal, sent), late])
}

type Sent = Pick<PostOptions, 'headers' | 'body' | 'keep'>

function post(
  url: URL,
  address: Address,
  signal: AbortSignal,
  { headers, body, keep }: Sent,
): Promise<PostResult> {
  const { request } = url.protocol === 'https:' ? https : http
  const length = Buffer.byteLength(body)
  const options = {
    ...{ method: 'POST', agent: false, lookup: pinnedLookup(address), signal },
    headers: { ...headers, 'content-length': length },
  }
  return new Promise<PostResult>((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      const done = () => {
        const excerpt = Buffer.concat(parts).subarray(0, keep).toString('utf8')
        resolve({ status: response.statusCode ?? 0, excerpt })
        // The rest of the response is not needed, and may never end.
        response.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size >= keep) done()
      })
      response.on('end', done)
      // The status has arrived, so an incomplete body doesn't matter.
      response.on('error', done)
    })
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new NoResponse(`It cannot be reached${code ? ` (${code})` : ''}.`)),
    )
    outgoing.end(body)
  })
}
