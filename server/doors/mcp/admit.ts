import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticateForMcp } from '../../domains/auth/credentials/authenticate.ts'
import type { App } from '../../operations/context.ts'
import { factsOf } from '../http/facts.ts'
import { countRequest } from '../http/rate-limit.ts'
import { bearerOf } from '../http/routes.ts'
import type { Sender } from './sender.ts'

/** Authenticates and counts a request before its body is read. */
export async function admitSender(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Sender> {
  const caller = await authenticateForMcp(app, bearerOf(request))
  request.caller = caller
  countRequest(app, `credential ${caller.credentialId}`, app.settings.get('limits.mcp'), reply)
  return { caller, facts: factsOf(request) }
}
