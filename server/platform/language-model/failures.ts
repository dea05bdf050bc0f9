import type http from 'node:http'
import { ModelFailure } from './model.ts'

/** A failure that another attempt may not have. */
export class TransientFailure extends ModelFailure {
  /** The wait that the server requires. */
  readonly waitMs: number | undefined
  constructor(kind: 'busy' | 'unreachable' | 'interrupted', message: string, waitMs?: number) {
    super(kind, message)
    this.waitMs = waitMs
  }
}

/** Returns the failure of a response that isn't a stream. `text` is the start of its body, which no message repeats. */
export function failureOf(status: number, headers: http.IncomingHttpHeaders, text: string): ModelFailure {
  if (status === 401 || status === 403)
    return new ModelFailure('key_rejected', 'The model server rejected the key. Check the key of the model.')
  if (status === 404)
    return new ModelFailure(
      'unknown_model',
      'The model server does not have this model. Check the name of the model and its URL.',
    )
  if (status === 413 || (status < 500 && isAboutLength(text))) return tooLong()
  if (status === 429)
    return new TransientFailure(
      'busy',
      'The model server limits the number of requests, or its quota is used up. Try again later.',
      waitOf(headers),
    )
  if (status >= 500 || status === 408)
    return new TransientFailure(
      'busy',
      `The model server is overloaded or failed (${status}). Try again later.`,
      waitOf(headers),
    )
  if (status >= 300 && status < 400)
    return new ModelFailure('rejected', 'The model server redirects. Set the URL that it redirects to.')
  return new ModelFailure(
    'rejected',
    `The model server rejected the request (${status}). The model may not support tools or answers of this length.`,
  )
}

export function tooLong(): ModelFailure {
  return new ModelFailure(
    'too_long',
    'The question and its sources are too long for this model. Start a new conversation or ask a shorter question.',
  )
}

export function interrupted(): TransientFailure {
  return new TransientFailure('interrupted', 'The model server ended the reply before it was complete.')
}

/** The failure of a stream that Baton can't read, or that exceeds a limit. */
export function unreadable(reason: string): ModelFailure {
  return new ModelFailure('interrupted', `The model server sent ${reason}.`)
}

export function timedOut(timeoutMs: number): ModelFailure {
  return new ModelFailure('timed_out', `The model server sent nothing for ${timeoutMs / 1000} seconds.`)
}

export function unreachable(code: string | undefined): TransientFailure {
  return new TransientFailure(
    'unreachable',
    `The model server can't be reached${code ? ` (${code})` : ''}. Check its URL.`,
  )
}

/** The phrases of OpenAI, Anthropic, vLLM, llama.cpp and Ollama for a prompt that is longer than the context. */
const lengthPhrases = [
  'context_length_exceeded',
  'prompt is too long',
  'maximum context length',
  'context size',
  'context length',
  'context window',
  'exceed_context_size',
]

function isAboutLength(text: string): boolean {
  const lower = text.toLowerCase()
  return lengthPhrases.some((phrase) => lower.includes(phrase))
}

/** Returns the wait of a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). */
function waitOf(headers: http.IncomingHttpHeaders): number | undefined {
  const given = headers['retry-after']
  if (given === undefined) return undefined
  const seconds = Number(given)
  const waitMs = Number.isNaN(seconds) ? Date.parse(given) - Date.now() : seconds * 1000
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
