/** What one node tells the others: ids only, for whoever cares reads the database. */
export interface Notice {
  /** Their journals grew. */
  organizations: string[]
  /** Who is there has changed. */
  presence: string[]
  revoked: string[]
  /** Streams and sessions of MCP for which a message waits. */
  messages: string[]
  /** Messages that nobody has to wait for any longer. */
  settled: string[]
  /** Sessions of MCP whose clients want to be told something else from now on. */
  wishes: string[]
}

export const kinds = ['organizations', 'presence', 'revoked', 'messages', 'settled', 'wishes'] as const

export function emptyNotice(): Notice {
  return { organizations: [], presence: [], revoked: [], messages: [], settled: [], wishes: [] }
}

/** How notices travel from node to node. A wire that is lost comes back by itself. */
export interface Wire {
  readonly kind: 'postgresql' | 'redis'
  /** Whether what the others say is heard, as far as anybody can tell. */
  hears(): boolean
  /** Fails where the notice may not have gone out. */
  send(notice: Notice): Promise<void>
  close(): Promise<void>
}

/** What a wire tells the node it belongs to. */
export interface WireEnd {
  heard(notice: Notice): void
  /** It hears again: what was said meanwhile is lost. */
  back(): void
}

// A notice holds at most 8000 bytes on PostgreSQL; an id takes 39.
const idsPerNotice = 100

export function* encodeNotice(notice: Notice, sender: string): Generator<string> {
  const ids = kinds.flatMap((kind) => notice[kind].map((id) => ({ kind, id })))
  for (let at = 0; at < ids.length; at += idsPerNotice) {
    const part = emptyNotice()
    for (const { kind, id } of ids.slice(at, at + idsPerNotice)) part[kind].push(id)
    yield JSON.stringify({ sender, ...part })
  }
}

/** The notice, unless it is our own. A node of another version may say what we do not understand: that is passed over. */
export function decodeNotice(text: string, self: string): Notice | undefined {
  let said: Partial<Record<keyof Notice | 'sender', unknown>> | null
  try {
    said = JSON.parse(text) as typeof said
  } catch {
    return undefined
  }
  if (typeof said !== 'object' || said === null || said.sender === self) return undefined
  const notice = emptyNotice()
  for (const kind of kinds) notice[kind] = idsIn(said[kind])
  return notice
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

const beat = 1000
const longestSilence = 3000

/**
 * Asks the far end once a second whether it is there, since a line can be dead without a word. `hears` is false from the
 * first question that is not answered by the next beat; `lost` is called when none was for a while.
 */
export function watchLine(ask: () => Promise<unknown>, lost: (reason: Error) => void) {
  let askedAt: number | undefined
  let late = false
  const answered = () => {
    askedAt = undefined
    late = false
  }
  const timer = setInterval(() => {
    if (askedAt === undefined) {
      askedAt = performance.now()
      ask().then(answered, lost)
      return
    }
    late = true
    if (performance.now() - askedAt > longestSilence) lost(new Error('no answer'))
  }, beat).unref()
  return { hears: () => !late, stop: () => clearInterval(timer) }
}
