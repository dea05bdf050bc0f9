import type { FastifyInstance } from 'fastify'
import { errorsPath } from '../../errors/operation-error.ts'
import type { NamedOperation } from '../../assembly/registry.ts'
import { type Document, createDocument, sendDocument } from './documents.ts'
import { errorsHtml, referencePage, referenceStyle } from './reference.ts'
import { pagePolicy } from './headers.ts'
import { openApi } from './openapi.ts'

/** Serves the OpenAPI document and the reference pages. Each is created on the first request and cached. */
export function serveOpenApi(http: FastifyInstance, served: NamedOperation[]): void {
  const page = (html: string) => createDocument('text/html; charset=utf-8', html, { policy: pagePolicy })
  serve('/api/openapi.json', () =>
    createDocument('application/json; charset=utf-8', JSON.stringify(openApi(served))),
  )
  serve('/api/reference', () => page(referencePage(served)))
  serve(errorsPath, () => page(errorsHtml()))
  serve('/api/reference.css', () => createDocument('text/css; charset=utf-8', referenceStyle))

  function serve(path: string, create: () => Document): void {
    let document: Document | undefined
    http.get(path, (request, reply) => sendDocument(request, reply, (document ??= create())))
  }
}
