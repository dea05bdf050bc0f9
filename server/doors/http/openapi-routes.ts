import type { FastifyInstance } from 'fastify'
import { pagePolicy } from './headers.ts'
import { openApi } from './openapi.ts'
import { referencePage, referenceStyle } from './reference.ts'

/** The description for machines and the one for people, both made once from the operations. */
export function serveOpenApi(http: FastifyInstance): void {
  const document = JSON.stringify(openApi())
  const page = referencePage()
  http.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  )
  http.get('/api/reference', (_request, reply) =>
    reply.header('Content-Security-Policy', pagePolicy).type('text/html; charset=utf-8').send(page),
  )
  http.get('/api/reference.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(referenceStyle),
  )
}
