import { cutText } from '../platform/cut-text.ts'
import { type ErrorCode, errorTable } from './errors.ts'

export type FieldError = { path: string; message: string }

/** A "no" that the caller may read. Everything else that is thrown is a fault of ours. */
export class OperationError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  readonly errors: FieldError[] | undefined
  /** What a program needs to go on, in the body beside the sentence: the list of what is missing, the cycle. */
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

  /** The same with a hint at what was probably meant: beside the field that is wrong, if it is about one. */
  hinting(hint: string, suggestions: string[]): OperationError {
    const [first, ...others] = this.errors ?? []
    const errors = first && [{ ...first, message: `${first.message} ${hint}` }, ...others]
    const better = new OperationError(this.code, this.details, errors, { ...this.members, suggestions })
    if (!first) better.message = `${this.message} ${hint}`
    return better
  }
}

/** What people and agents are called stands in some sentences without quotes, and is stored by anybody. */
const names = new Set(['agent', 'holder', 'name'])
const plainName = /^[\p{L}\p{N}'_.-]{1,40}( [\p{L}\p{N}'_.-]{1,20}){0,3}$/u

function inSentence(name: string, value: unknown): string {
  return names.has(name) ? quoteName(value) : oneLine(value, mostInSentence)
}

/** What somebody is called, as a part of a sentence: as it is if it looks like a name, else in quotes. */
export function quoteName(value: unknown): string {
  const text = oneLine(value, mostInQuotes)
  return plainName.test(text) ? text : `"${inQuotes(text)}"`
}

// All else that stands in one without quotes is a key, or a sentence of ours.
const mostInSentence = 4000
const mostInQuotes = 120

/**
 * What somebody wrote, as a part of our own sentence: on one line, and no longer than a name is. Names and titles are
 * stored by anybody, and whoever reads the sentence must see where they end.
 */
function oneLine(value: unknown, most: number): string {
  const text = String(value ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
  return shortened(text, most)
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most)}…`
}

/** The same where our sentence puts it in quotes: it does not end them itself. */
export function inQuotes(value: unknown): string {
  return oneLine(value, mostInQuotes).replaceAll('"', "'")
}

export function reject(
  code: ErrorCode,
  details?: Record<string, unknown>,
  members?: Record<string, unknown>,
): never {
  throw new OperationError(code, details, undefined, members)
}

/** What has used up its allowance is told when to come back. */
export function rejectOverLimit({ allowed, reset }: { allowed: boolean; reset: number }): void {
  if (!allowed) reject('rate_limited', { seconds: reset })
}

/** Input that only a look at the data shows to be wrong; and where it names something that is not there, what. */
export function rejectField(path: string, message: string, missing?: { kind: string; ref: string }): never {
  throw new OperationError('invalid_input', missing, [{ path, message }])
}

// A problem body stays short, whatever the request was: errors, and the characters of each.
const maxErrors = 60
const maxPath = 200
const maxMessage = 1000

/** The path of the page that explains every code. It needs no sign-in, because an error can come before one. */
export const errorsPath = '/docs/errors'

/** The RFC 9457 body that both doors answer with. Its `type` is the entry of the code on the instance's own page. */
export function problem(refusal: OperationError, requestId: string, appUrl: string) {
  return {
    ...refusal.members,
    type: `${appUrl}${errorsPath}#${refusal.code}`,
    title: titleOf(refusal.code),
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    requestId,
    ...(refusal.errors && {
      errors: refusal.errors.slice(0, maxErrors).map(({ path, message }) => ({
        path: shortened(path, maxPath),
        message: shortened(message, maxMessage),
      })),
    }),
  }
}

/** Returns the short name of a code: `not_found` is "Not found". */
export function titleOf(code: ErrorCode): string {
  return (code[0]!.toUpperCase() + code.slice(1).replaceAll('_', ' ')).replace(/\bjson\b/, 'JSON')
}
