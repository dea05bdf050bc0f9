import { authenticateForHttp } from '../../server/domains/auth/credentials/authenticate.ts'
import { OperationError } from '../../server/errors/errors.ts'
import { operations } from '../../server/assembly/registry.ts'
import { Problem } from '../../server/assembly/client.ts'
import { type App, noCookies } from '../../server/operations/context.ts'
import { perform } from '../../server/operations/perform.ts'
import { newId } from '../../server/platform/ids.ts'
import { clientFor } from '../harness.ts'
import { Rejection } from './protocol.ts'

/** Sends a request with a token, in an organization. */
export type Request = (
  token: string,
  organization: string,
  operation: string,
  input: object,
  key?: string,
) => Promise<unknown>

const byId = new Map(operations.map(({ operation }) => [operation.id, operation]))

/** Performs requests in this process, as the HTTP door does. A thousand histories have no time for sockets. */
export function inProcess(app: App): Request {
  return async (token, organization, operation, input) => {
    const facts = { id: newId(), network: '127.0.0.1', userAgent: 'a device', cookies: noCookies }
    try {
      const caller = await authenticateForHttp(app, token, organization || undefined, () => facts)
      const { output } = await perform(app, byId.get(operation)!, caller, structuredClone(input), facts)
      return JSON.parse(JSON.stringify(output))
    } catch (error) {
      if (error instanceof OperationError) throw new Rejection(error.status, error.code, error.message)
      throw error
    }
  }
}

/** Sends requests to a server process. A request without a response is rejected with the status 0. */
export function overHttp(url: string): Request {
  return async (token, organization, operation, input, key) => {
    try {
      const options = {
        ...(organization !== '' && { organization }),
        ...(key !== undefined && { idempotencyKey: key }),
      }
      return await clientFor(url, token)(operation as never, input as never, options)
    } catch (error) {
      if (error instanceof Problem) throw new Rejection(error.status, error.code, error.message)
      // A body that ended too early.
      throw new Rejection(0, 'cut', String(error))
    }
  }
}
