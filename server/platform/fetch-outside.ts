import http from 'node:http'
import https from 'node:https'
import {
  type Address,
  type AskOptions,
  NoResponse,
  addressOf,
  connectingTo,
  inTime,
  outsideUrl,
} from './fetch-external.ts'

export interface Fetched {
  status: number
  type: string
  /** Seconds for which it may be kept, as its server says; 0 if it says nothing. */
  maxAge: number
  body: Buffer
}

export interface FetchOptions extends Partial<Omit<AskOptions, 'redirects'>> {
  /** Bytes. A longer answer is none. */
  most: number
  accept: string
  /** A certificate to trust besides those that everybody does. */
  ca?: string
}

/**
 * Reads a short document at an address that somebody gave us. As where a link is asked for, the connection goes to the
 * address that was checked, which must be public; and nobody follows where an answer leads.
 */
export async function fetchOutside(
  link: string,
  { allowed = [], milliseconds = 5000, resolve, ...wanted }: FetchOptions,
): Promise<Fetched> {
  const { signal, late } = inTime(milliseconds)
  const url = outsideUrl(link)
  const address = await Promise.race([addressOf(url, allowed, resolve), late])
  return Promise.race([get(url, address, signal, wanted), late])
}

type Wanted = Pick<FetchOptions, 'most' | 'accept' | 'ca'>

function get(
  url: URL,
  address: Address,
  signal: AbortSignal,
  { most, accept, ca }: Wanted,
): Promise<Fetched> {
  const { request } = url.protocol === 'https:' ? https : http
  const options = {
    ...{ agent: false, lookup: connectingTo(address), signal, ca },
    headers: { Accept: accept, 'User-Agent': 'Baton' },
  }
  return new Promise<Fetched>((resolve, reject) => {
    const asked = request(url, options, (response) => {
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
      response.on('error', () => reject(new NoResponse('It broke off.')))
    })
    asked.on('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new NoResponse(`It cannot be reached${code ? ` (${code})` : ''}.`)),
    )
    asked.end()
  })
}
