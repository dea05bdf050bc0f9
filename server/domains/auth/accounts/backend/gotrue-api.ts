import { z } from 'zod'
import { reject } from '../../../../errors/errors.ts'
import type { Log } from '../../../../platform/log.ts'
import { identityFrom } from '../identity.ts'
import type { Identity } from '../../../../operations/auth-backend.ts'

/** A client for the external backend. It validates every response and never forwards response text to a caller. */
export interface GotrueApi {
  /**
   * Returns the validated response, or an error code listed in `expected`. Any other error counts as an outage of the
   * backend.
   */
  request<Result, Code extends string = never>(
    binding: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
    schema: z.ZodType<Result>,
    options?: { body?: object; token?: string; expected?: readonly Code[] },
  ): Promise<Result | ([Code] extends [never] ? never : BackendRejection<Code>)>
  /** Logs an outage and rejects the request with `auth_backend_unavailable`. */
  rejectUnavailable(path: string, reason: string): never
}

export class BackendRejection<Code extends string> {
  readonly code: Code
  constructor(code: Code) {
    this.code = code
  }
}

/** Accepts any response, for requests whose result is not used. */
export const anyResponse: z.ZodType = z.unknown()

const timeoutMs = 10_000
const retryAfterSeconds = 60

export function createGotrueApi(url: string, key: string, log: Log): GotrueApi {
  const send = async (method: string, path: string, body: object | undefined, token: string) => {
    const headers = { apikey: key, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, data: readJson(await response.text()) }
  }
  const rejectUnavailable = (path: string, reason: string): never => {
    // Removes the query and the ids, which can identify a user.
    const redactedPath = path.replace(/\?.*/, '').replace(/[^/]*\d[^/]*/g, '…')
    log.warn({ about: redactedPath, reason }, 'the auth backend did not respond as expected')
    return reject('auth_backend_unavailable')
  }

  return {
    rejectUnavailable,
    async request(binding, schema, { body, token = key, expected = [] } = {}) {
      const [method, path] = binding.split(' ') as [string, string]
      const { status, data } = await send(method, path, body, token).catch((error: Error) =>
        rejectUnavailable(path, error.name),
      )
      if (status < 300) {
        const parsed = schema.safeParse(data)
        return parsed.success ? parsed.data : rejectUnavailable(path, 'invalid response')
      }
      const code = readErrorCode(data)
      const expectedCode = expected.find((each) => each === code)
      if (expectedCode) return new BackendRejection(expectedCode) as never
      if (status === 429) reject('rate_limited', { seconds: retryAfterSeconds })
      return rejectUnavailable(path, `status ${status} ${code}`)
    },
  }
}

// Database errors of the backend have the PostgreSQL error code in `code`.
const Problem = z.object({ error_code: z.string().optional(), code: z.unknown() })

function readErrorCode(data: unknown): string {
  const { error_code, code } = Problem.safeParse(data).data ?? {}
  return (error_code ?? String(code)).slice(0, 60)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const text = z.string().optional().catch(undefined)

/**
 * A user in a response of the external backend. Users edit `user_metadata` themselves: only the name is read from it.
 */
export const User = z.object({
  id: z.uuid(),
  email: z.string().nullish(),
  email_confirmed_at: z.string().nullish(),
  user_metadata: z.object({ name: text, full_name: text }).optional().catch(undefined),
  identities: z.array(z.unknown()).nullish(),
})
export type User = z.output<typeof User>

/** The response to a sign-in at the backend. Its tokens are discarded, because Baton issues its own. */
export const Session = z.object({ user: User })

export function identityOf(user: User, issuer: string): Identity {
  const { name, full_name } = user.user_metadata ?? {}
  return identityFrom({
    provider: 'backend',
    issuer,
    subject: user.id,
    email: user.email ?? null,
    emailVerified: typeof user.email_confirmed_at === 'string',
    name: name ?? full_name ?? null,
  })
}
