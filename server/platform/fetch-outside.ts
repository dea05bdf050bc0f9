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

export interface Fetched {
  status: number
  type: string
  /** Seconds for which the response may be cached, from Cache-Control. Default 0. */
  maxAge: number
  body: Buffer
}

export interface FetchOptions extends Partial<Omit<AskOptions, 'redirects'>> {
  /** Maximum size in bytes. A longer response is rejected. */
  most: number
  accept: string
  /** An additional trusted certificate. */
  ca?: string
}

/**
 * Reads a short document at a URL that a user provided. Like `fetchExternal`, it connects to the address that was
 * checked, which must be public. It doesn't follow redirects.
 */
export async function fetchOutside(
  link: string,
  { allowed = [], milliseconds = 5000, resolve, ...limits }: FetchOptions,
): Promise<Fetched> {
  const { signal, late } = inTime(milliseconds)
  const url = outsideUrl(link)
  const address = await Promise.race([addressOf(url, allowed, resolve), late])
  return Promise.race([get(url, address, signal, limits), late])
}

function get(
  url: URL,
  address: Address,
  signal: AbortSignal,
  { most, accept, ca }: Pick<FetchOptions, 'most' | 'accept' | 'ca'>,
): Promise<Fetched> {
  const { request } = url.protocol === 'https:' ? https : http
  const options = {
    ...{ agent: false, lookup: pinnedLookup(address), signal, ca },
    headers: { Accept: accept, 'User-Agent': 'Baton' },
  }
  return new Promise<Fetched>((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size <= most) return
        response.destroy()
        reject(new NoResponse(`It is longer than ${most} bytes.`))
      })
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        const [, seconds = '0'] = /\bmax-age=(\d{1,9})\b/i.exec(headers['cache-control'] ?? '') ?? []
        const type = headers['content-type'] ?? ''
        resolve({ status, type, maxAge: Number(seconds), body: Buffer.concat(parts) })
      })
      response.on('error', () =>
        reject(new NoResponse('The connection was closed before the end of the response.')),
      )
    })
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new NoResponse(`It cannot be reached${code ? ` (${code})` : ''}.`)),
    )
    outgoing.end()
  })
}
