import { cutText } from '../platform/cut-text.ts'
import { visibleText } from '../platform/visible-text.ts'
import { wordsOfName } from '../platform/words-of-name.ts'
import { type ErrorCode, errorTable } from './errors.ts'

export type FieldError = { path: string; message: string }

/** An error whose sentence is shown to the caller. Everything else that is thrown counts as a bug. */
export class OperationError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  readonly errors: FieldError[] | undefined
  /** Extra members of the problem body that a program needs, such as the missing requirements or the cycle. */
  readonly members: Record<string, unknown>

  constructor(
    code: ErrorCode,
    details: Record<string, unknown> = {},
    errors?: FieldError[],
    members: Record<string, unknown> = {},
  ) {
    const [status, sentence] = errorTable[code]
    super(
      sentence.replace(/(?<quote>"?)\{(\w+)\}/g, (_, quote: string, name: string) =>
        quote ? quote + inQuotes(details[name]) : inSentence(name, details[name]),
      ),
    )
    this.code = code
    this.status = status
    this.details = details
    this.errors = errors
    this.members = members
  }

  /** Returns a copy with a hint such as "Did you mean", added to the first field error if there is one. */
  hinting(hint: string, suggestions?: string[]): OperationError {
    const [first, ...others] = this.errors ?? []
    const errors = first && [{ ...first, message: `${first.message} ${hint}` }, ...others]
    const members = suggestions ? { ...this.members, suggestions } : this.members
    const hinted = new OperationError(this.code, this.details, errors, members)
    if (!first) hinted.message = `${this.message} ${hint}`
    return hinted
  }
}

/** The placeholders that hold names chosen by users. Some sentences show them without quotes. */
const names = new Set(['agent', 'holder', 'name'])
const plainName = /^[\p{L}\p{N}'_.-]{1,40}( [\p{L}\p{N}'_.-]{1,20}){0,3}$/u

function inSentence(name: string, value: unknown): string {
  return names.has(name) ? quoteName(value) : oneLine(value, maxPlainLength)
}

/** Returns the name of a user or agent for a sentence: plain if it looks like a name, else in quotes. */
export function quoteName(value: unknown): string {
  const text = oneLine(value, maxQuotedLength)
  return plainName.test(text) ? text : `"${inQuotes(text)}"`
}

// Other values without quotes are keys, or sentences written in the code.
const maxPlainLength = 4000
const maxQuotedLength = 120

/**
 * Puts a value on one line and shortens it. Users choose names and titles freely, and a reader must see where they end
 * in the sentence.
 */
function oneLine(value: unknown, maxLength: number): string {
  const text = visibleText(String(value ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '))
  return shortened(text, maxLength)
}

function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cutText(text, maxLength)}…`
}

/** Prepares a value for a place inside quotes: replaces double quotes, so that it can't end them. */
export function inQuotes(value: unknown): string {
  return oneLine(value, maxQuotedLength).replaceAll('"', "'")
}

export function reject(
  code: ErrorCode,
  details?: Record<string, unknown>,
  members?: Record<string, unknown>,
): never {
  throw new OperationError(code, details, undefined, members)
}

/** Rejects a caller that has used up its rate limit, with the seconds until the next attempt. */
export function rejectOverLimit({ allowed, reset }: { allowed: boolean; reset: number }): void {
  if (!allowed) reject('rate_limited', { seconds: reset })
}

/** Rejects a field that only the data shows to be wrong. `missing` names the item that was not found, if any. */
export function rejectField(path: string, message: string, missing?: { kind: string; ref: string }): never {
  throw new OperationError('invalid_input', missing, [{ path, message }])
}

// Limits for a problem body: the number of errors, and the characters of each.
const maxErrors = 60
const maxPath = 200
const maxMessage = 1000

/** The path of the page that explains every code. It needs no sign-in, because an error can come before one. */
export const errorsPath = '/docs/errors'

/** Returns the RFC 9457 body that both doors send. Its `type` links to the code on the errors page of the instance. */
export function problem(error: OperationError, requestId: string, appUrl: string) {
  return {
    ...error.members,
    type: `${appUrl}${errorsPath}#${error.code}`,
    title: titleOf(error.code),
    status: error.status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.errors && {
      errors: error.errors.slice(0, maxErrors).map(({ path, message }) => ({
        path: shortened(path, maxPath),
        message: shortened(message, maxMessage),
      })),
    }),
  }
}

/** Returns the short name of a code: `not_found` is "Not found". */
export function titleOf(code: ErrorCode): string {
  return wordsOfName(code).replace(/\bjson\b/, 'JSON')
}
