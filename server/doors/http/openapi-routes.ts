import type { FastifyInstance } from 'fastify'
import type { NamedOperation } from '../../operations/registry.ts'
import { pagePolicy } from './headers.ts'
import { openApi } from './openapi.ts'
import { referencePage, referenceStyle } from './reference.ts'

/** The description for machines and the one for people, both made from the operations when first asked for. */
export function serveOpenApi(http: FastifyInstance, served: NamedOperation[]): void {
  const document = once(() => JSON.stringify(openApi(served)))
  const page = once(() => referencePage(served))
  http.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
  http.get('/api/reference', (_request, reply) =>
    reply.header('Content-Security-Policy', pagePolicy).type('text/html; charset=utf-8').send(page()),
  )
  http.get('/api/reference.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(referenceStyle),
  )
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}
