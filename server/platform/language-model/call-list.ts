import { unreadable } from './failures.ts'
import type { ToolCall } from './model.ts'

const maxCalls = 32
const maxInputLength = 100_000
const maxDepth = 64
/** The limit of OpenAI and Anthropic, which reject longer names and ids in the next request. */
const maxNameLength = 64

/** A part of a call. Servers send the id and the name first, then the input as pieces of JSON. */
export interface CallPart {
  /** Position of the call. Some servers omit it, and some send 0 for every call. */
  index?: number | null | undefined
  id?: string | null | undefined
  name?: string | null | undefined
  json: string
}

/** The calls of a reply, collected from their parts. */
export interface CallList {
  add(part: CallPart): void
  finish(): ToolCall[]
}

interface Collected {
  index: number | undefined
  id: string
  name: string
  pieces: string[]
  length: number
}

export function createCallList(): CallList {
  const calls: Collected[] = []

  function callFor({ index, id, name }: CallPart): Collected {
    // The latest call wins, because Gemini's server gives each parallel call the index 0.
    const known =
      index == null
        ? (id && calls.findLast((call) => call.id === id)) || (name ? undefined : calls.at(-1))
        : calls.findLast((call) => call.index === index)
    // Old versions of vLLM send a new id with each piece, so only a part with a name begins another call.
    const isAnother = known && name && id && known.id !== id
    if (known && !isAnother) return known
    if (calls.length === maxCalls) throw unreadable(`more than ${maxCalls} calls`)
    const call = { index: index ?? undefined, id: id ?? '', name: '', pieces: [], length: 0 }
    calls.push(call)
    return call
  }

  return {
    add(part) {
      const call = callFor(part)
      call.name ||= part.name ?? ''
      call.length += part.json.length
      if (call.length > maxInputLength) throw unreadable('a call that is too long')
      call.pieces.push(part.json)
    },
    finish() {
      const used = new Set<string>()
      return calls.map(({ id, name, pieces }, position) => {
        const usable = /^[\w-]{1,64}$/.test(id) && !used.has(id) ? id : `call_${position + 1}`
        used.add(usable)
        return {
          id: usable,
          name: name.slice(0, maxNameLength).replaceAll(/[^\w-]/g, '_') || 'unnamed',
          input: inputOf(pieces.join('')),
        }
      })
    },
  }
}

/** Returns undefined if the JSON isn't an object, or is nested so deeply that code that recurses would fail. */
function inputOf(json: string): Record<string, unknown> | undefined {
  if (json.trim() === '') return {}
  try {
    const input: unknown = JSON.parse(json)
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
    return isObject && !isDeep(input) ? (input as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function isDeep(input: object): boolean {
  let level: object[] = [input]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) return true
    level = level.flatMap((value) =>
      (Object.values(value) as unknown[]).filter(
        (inner): inner is object => typeof inner === 'object' && inner !== null,
      ),
    )
  }
  return false
}
