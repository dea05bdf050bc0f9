import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { receiveWebhook } from '../../domains/repos/receive-webhook.ts'
import type { App } from '../../operations/context.ts'
import { countRequest } from './rate-limit.ts'

/** Deliveries per minute and repository. A busy repository sends a few for each push and check. */
const maxPerMinute = 600

/** Serves the URL at which code hosts report changes of a repository. It needs the raw body, which is signed. */
export function serveCodeHostWebhook(app: App, http: FastifyInstance): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Params: { repo: string } }>('/api/repos/:repo/webhook', async (request, reply) => {
      const { headers, params, body } = request
      await receiveWebhook(app, {
        repoId: params.repo,
        signature: headers['x-hub-signature-256'],
        id: headers['x-github-delivery'] ?? headers['x-gitea-delivery'] ?? headers['x-forgejo-delivery'],
        body: (body ?? request.raw) as Readable,
        admit: () => countRequest(app, `webhook ${params.repo}`, maxPerMinute, reply),
      })
      return reply.code(202).send({ accepted: true })
    })
  })
}
