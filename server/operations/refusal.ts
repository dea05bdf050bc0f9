import { type RefusalCode, refusals } from './errors.ts'

export type FieldError = { path: string; message: string }

/** A "no" that the caller may read. Everything else that is thrown is a fault of ours. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly details: Record<string, unknown>
  readonly errors: FieldError[] | undefined
  /** What a program needs to go on, in the body beside the sentence: the list of what is missing, the cycle. */
  readonly members: Record<string, unknown>

  constructor(
    code: RefusalCode,
    details: Record<string, unknown> = {},
    errors?: FieldError[],
    members: Record<string, unknown> = {},
  ) {
    const [status, sentence] = refusals[code]
    super(sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? '')))
    this.code = code
    this.status = status
    this.details = details
    this.errors = errors
    this.members = members
  }
}

export function refuse(
  code: RefusalCode,
  details?: Record<string, unknown>,
  members?: Record<string, unknown>,
): never {
  throw new Refusal(code, details, undefined, members)
}

/** What has used up its allowance is told when to come back. */
export function refuseOver({ allowed, reset }: { allowed: boolean; reset: number }): void {
  if (!allowed) refuse('rate_limited', { seconds: reset })
}

/** Input that only a look at the data shows to be wrong. */
export function refuseField(path: string, message: string): never {
  throw new Refusal('invalid_input', {}, [{ path, message }])
}

/** The RFC 9457 body that both doors answer with. */
export function problem(refusal: Refusal, requestId: string) {
  return {
    ...refusal.members,
    type: `about:blank#${refusal.code}`,
    title: refusal.code.replaceAll('_', ' '),
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    requestId,
    ...(refusal.errors && { errors: refusal.errors }),
  }
}
