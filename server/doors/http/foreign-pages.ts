import type { FastifyRequest } from 'fastify'
import type { App } from '../../operations/context.ts'
import { refuse } from '../../operations/errors.ts'

/**
 * A page on another site must not reach a server on this machine through the person's browser: neither by a request of
 * its own, nor by a name that it points at this address (DNS rebinding).
 */
export function refuseForeignPages(app: App, request: FastifyRequest): void {
  const own = [app.config.APP_URL, app.config.MCP_URL].map((address) => new URL(address).hostname)
  const hosts = new Set([...own, 'localhost', '127.0.0.1', '[::1]'])
  if (!hosts.has(hostname(`http://${request.headers.host}`))) refuse('host_refused')
  const { origin } = request.headers
  if (origin === undefined || app.config.CORS_ORIGINS.includes(origin)) return
  if (!hosts.has(hostname(origin))) refuse('origin_refused')
}

function hostname(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : ''
}
