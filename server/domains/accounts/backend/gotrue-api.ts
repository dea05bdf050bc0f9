import { z } from 'zod'
import { reject } from '../../../operations/errors.ts'
import type { Log } from '../../../platform/log.ts'

/** How the external backend is asked. Nothing that it answers is believed before it was parsed, or repeated to anybody. */
export interface GotrueApi {
  /**
   * Answers what came, or the code of a refusal that the caller expects. Any other refusal is a fault of ours or of the
   * backend, and as good as no answer.
   */
  ask<Answer, Code extends string = never>(
    binding: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
    answers: z.ZodType<Answer>,
    asked?: { body?: object; token?: string; expected?: readonly Code[] },
  ): Promise<Answer | ([Code] extends [never] ? never : BackendRejection<Code>)>
  /** For whoever waits for an answer that does not come. */
  unavailable(path: string, reason: string): never
}

export class BackendRejection<Code extends string> {
  readonly code: Code
  constructor(code: Code) {
    this.code = code
  }
}

/** For answers of which nothing is needed. */
export const anything: z.ZodType = z.unknown()

const patience = 10_000
const retryAfter = 60

export function createGotrueApi(url: string, key: string, log: Log): GotrueApi {
  const send = async (method: string, path: string, body: object | undefined, token: string) => {
    const headers = { apikey: key, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const response = await fetch(url + path, {
      ...{ method, headers, redirect: 'error', signal: AbortSignal.timeout(patience) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, said: readJson(await response.text()) }
  }
  const unavailable = (path: string, reason: string): never => {
    // Neither the query nor the ids: they may name somebody.
    const about = path.replace(/\?.*/, '').replace(/[^/]*\d[^/]*/g, '…')
    log.warn({ about, reason }, 'the auth backend gave no answer')
    return reject('auth_backend_unavailable')
  }

  return {
    unavailable,
    async ask(binding, answers, { body, token = key, expected = [] } = {}) {
      const [method, path] = binding.split(' ') as [string, string]
      const { status, said } = await send(method, path, body, token).catch((error: Error) =>
        unavailable(path, error.name),
      )
      if (status < 300) {
        const parsed = answers.safeParse(said)
        return parsed.success ? parsed.data : unavailable(path, 'not what was asked for')
      }
      const code = codeOf(said)
      const known = expected.find((each) => each === code)
      if (known) return new BackendRejection(known) as never
      if (status === 429) reject('rate_limited', { seconds: retryAfter })
      return unavailable(path, `status ${status} ${code}`)
    },
  }
}

// What went wrong in the database of the backend comes through as PostgreSQL says it, with its code in `code`.
const Problem = z.object({ error_code: z.string().optional(), code: z.unknown() })

function codeOf(said: unknown): string {
  const { error_code, code } = Problem.safeParse(said).data ?? {}
  return (error_code ?? String(code)).slice(0, 60)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
