import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Agent, clientFor, connectAgent, type Person } from '../../harness.ts'
import type { SeededRandom } from './random.ts'

export interface LiveWriter {
  person: Person
  /** MCP token of this person. */
  mcpToken: string
  projects: string[]
}

export interface LiveWriters {
  /** Ids of the tasks whose creation was acknowledged. */
  acknowledged: string[]
  /** Number of acknowledged profile updates. */
  profileUpdates: number
  unexpected: string[]
  waitForCount(count: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts concurrent clients that each send one write after another: half of them as a person over HTTP, the rest as
 * agents over MCP. A client without a response continues at another node, and its write doesn't count.
 */
export function startLiveWriters(
  writers: LiveWriter[],
  count: number,
  nodes: () => string[],
  random: SeededRandom,
  onAcknowledged: () => void,
): LiveWriters {
  const stopping = new AbortController()
  const waiting: { count: number; resolve: () => void }[] = []
  const all: LiveWriters = {
    acknowledged: [],
    profileUpdates: 0,
    unexpected: [],
    waitForCount: (target) =>
      new Promise((resolve) => {
        waiting.push({ count: target, resolve })
        resolveWaiting()
      }),
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
  const resolveWaiting = () => {
    for (const { count: target, resolve } of waiting) if (all.acknowledged.length >= target) resolve()
  }
  const run = async (_: unknown, number: number) => {
    const writer = writers[number % writers.length]!
    const write = number % 2 === 0 ? asPerson(writer) : asAgent(writer)
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const title = `Writer ${number}, ${turn}, ${randomUUID()}`
      try {
        const id = await write(random.oneOf(nodes()), random.oneOf(writer.projects), title, turn)
        if (id === ownProfile) all.profileUpdates++
        else all.acknowledged.push(id)
        resolveWaiting()
        onAcknowledged()
      } catch (error) {
        if (!isOutage(error)) all.unexpected.push(String(error))
        await pause(20)
      }
    }
  }
  const running = Array.from({ length: count }, run)
  return all
}

/** Returns the id of the created task, or `ownProfile`. */
type Write = (node: string, project: string, title: string, turn: number) => Promise<string>
const ownProfile = 'own profile'

function asPerson({ person }: LiveWriter): Write {
  return async (node, project, title, turn) => {
    const call = clientFor(node, person.token)
    // Every fifth write is private to its author.
    const written =
      turn % 5 === 4
        ? await call('accounts.updateProfile', { bio: title })
        : await call('tasks.create', { project, title })
    // A truncated response acknowledges nothing.
    if (written.id === undefined) throw new Outage()
    return turn % 5 === 4 ? ownProfile : written.id
  }
}

function asAgent({ mcpToken }: LiveWriter): Write {
  const agents = new Map<string, Agent>()
  return async (node, project, title) => {
    try {
      const agent = agents.get(node) ?? (await connectAgent(node, mcpToken, '', 'http'))
      agents.set(node, agent)
      const { isError, data } = await agent.call('create_task', { project, title, detail: 'full' })
      const { id, code } = data as { id?: string; code?: string }
      if (isError && code === 'unavailable') throw new Outage()
      if (id === undefined) throw new Error(JSON.stringify(data))
      return id
    } catch (error) {
      agents.delete(node)
      throw error
    }
  }
}

class Outage extends Error {}

/** Returns whether the server didn't respond, responded incompletely, or had no database. */
function isOutage(error: unknown): boolean {
  const { code, status, cause, message } = error as Error & { code?: string; status?: number }
  return (
    error instanceof Outage ||
    status === 503 ||
    code === 'unavailable' ||
    code === 'offline' ||
    /fetch failed|terminated|ECONNREFUSED|ECONNRESET|socket hang up/.test(`${message} ${String(cause)}`)
  )
}
