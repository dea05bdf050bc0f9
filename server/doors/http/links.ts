import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Adds the `Link` header of a list page (RFC 8288): the next page, and the first page if this is a later one. The URLs
 * are relative to the request, and keep its query. Does nothing for an output that isn't a page.
 */
export function addPageLinks({ url, method }: FastifyRequest, reply: FastifyReply, output: unknown): void {
  const { nextCursor, more } = output as { nextCursor?: unknown; more?: unknown }
  // The cursor of a POST is in its body, so a link can't contain it.
  if (nextCursor === undefined || method === 'POST') return
  const [path = '', query = ''] = url.split('?', 2)
  const links: string[] = []
  // An event list has a cursor even on its last page, for later events.
  if (typeof nextCursor === 'string' && more !== false)
    links.push(link(path, query, 'next', (params) => params.set('cursor', nextCursor)))
  if (/(^|&)cursor=/.test(query)) links.push(link(path, query, 'first', (params) => params.delete('cursor')))
  if (links.length > 0) reply.raw.setHeader('Link', links.join(', '))
}

function link(path: string, query: string, rel: string, change: (params: URLSearchParams) => void): string {
  const params = new URLSearchParams(query)
  change(params)
  const changed = params.toString()
  // The client chose the path. It must not end the URL of the link.
  const safe = path.replace(/[<>"\s]/g, encodeURIComponent)
  return `<${safe}${changed && `?${changed}`}>; rel="${rel}"`
}
