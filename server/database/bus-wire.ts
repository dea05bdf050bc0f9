/** A message from one node to the others. It carries ids only: recipients read the database. */
export interface Notice {
  /** Organizations with new journal rows. */
  organizations: string[]
  /** Organizations whose presence changed. */
  presence: string[]
  revoked: string[]
  /** MCP streams and sessions with a pending message. */
  messages: string[]
  /** MCP messages that are delivered or abandoned. */
  settled: string[]
  /** MCP sessions whose subscriptions changed. */
  wishes: string[]
  /** Set if the public site changed. It has no id. */
  site: string[]
  /** Keys of changed settings of the instance. */
  settings: string[]
  /** Tunnels whose machine has something to do. */
  tunnels: string[]
  /** Runs on a machine that changed. */
  runs: string[]
  /** Connections and links of tunnels with pending frames. */
  frames: string[]
}

export const kinds = [
  'organizations',
  'presence',
  'revoked',
  'messages',
  'settled',
  'wishes',
  'site',
  'settings',
  'tunnels',
  'runs',
  'frames',
] as const

export function emptyNotice(): Notice {
  return {
    organizations: [],
    presence: [],
    revoked: [],
    messages: [],
    settled: [],
    wishes: [],
    site: [],
    settings: [],
    tunnels: [],
    runs: [],
    frames: [],
  }
}

/** The transport of notices between nodes. It reconnects automatically. */
export interface Wire {
  readonly kind: 'postgresql' | 'redis'
  /** Returns whether notices of other nodes arrive, as far as this node can tell. */
  isConnected(): boolean
  /** Fails if the notice may not have been sent. */
  send(notice: Notice): Promise<void>
  close(): Promise<void>
}

/** The callbacks with which a wire reaches its node. */
export interface WireEnd {
  receive(notice: Notice): void
  /** Called after a reconnect. Notices sent during the outage are lost. */
  reconnected(): void
}

// A PostgreSQL notification holds at most 8000 bytes. An id takes 39.
const idsPerNotice = 100

export function* encodeNotice(notice: Notice, sender: string): Generator<string> {
  const ids = kinds.flatMap((kind) => notice[kind].map((id) => ({ kind, id })))
  for (let at = 0; at < ids.length; at += idsPerNotice) {
    const part = emptyNotice()
    for (const { kind, id } of ids.slice(at, at + idsPerNotice)) part[kind].push(id)
    yield JSON.stringify({ sender, ...part })
  }
}

/** Returns the notice, unless this node sent it. Ignores fields that a node of another version may send. */
export function decodeNotice(text: string, self: string): Notice | undefined {
  let message: Partial<Record<keyof Notice | 'sender', unknown>> | null
  try {
    message = JSON.parse(text) as typeof message
  } catch {
    return undefined
  }
  if (typeof message !== 'object' || message === null || message.sender === self) return undefined
  const notice = emptyNotice()
  for (const kind of kinds) notice[kind] = idsIn(message[kind])
  return notice
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

const pingIntervalMs = 1000
const pingTimeoutMs = 3000

/**
 * Pings the peer every second, because a connection can be dead without an error. `isConnected` returns false once a ping has
 * no response by the next interval. Calls `lost` when a ping fails or times out.
 */
export function watchConnection(ping: () => Promise<unknown>, lost: (reason: Error) => void) {
  let pingedAt: number | undefined
  let isLate = false
  const responded = () => {
    pingedAt = undefined
    isLate = false
  }
  const timer = setInterval(() => {
    if (pingedAt === undefined) {
      pingedAt = performance.now()
      ping().then(responded, lost)
      return
    }
    isLate = true
    if (performance.now() - pingedAt > pingTimeoutMs) lost(new Error('no response'))
  }, pingIntervalMs).unref()
  return { isConnected: () => !isLate, stop: () => clearInterval(timer) }
}
