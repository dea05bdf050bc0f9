import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Agent, clientFor, connectAgent, type Person } from '../../harness.ts'
import type { SeededRandom } from './random.ts'

export interface LiveWriter {
  person: Person
  /** Of this person, for agents. */
  mcpToken: string
  projects: string[]
}

export interface LiveWriters {
  /** The ids of all that was made and acknowledged. */
  acknowledged: string[]
  /** How often somebody's own profile was changed, and acknowledged. */
  profileUpdates: number
  unexpected: string[]
  waitForCount(count: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Clients that write side by side, each one thing after another: every other one as a person over HTTP, the rest as agents
 * over MCP. Whoever gets no answer goes to another node, and does not count what was not acknowledged.
 */
export function startLiveWriters(
  writers: LiveWriter[],
  count: number,
  nodes: () => string[],
  chances: SeededRandom,
  acknowledged: () => void,
): LiveWriters {
  const stopping = new AbortController()
  const waiting: { count: number; resolve: () => void }[] = []
  const all: LiveWriters = {
    acknowledged: [],
    profileUpdates: 0,
    unexpected: [],
    waitForCount: (wanted) =>
      new Promise((resolve) => {
        waiting.push({ count: wanted, resolve })
        resolveWaiting()
      }),
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
  const resolveWaiting = () => {
    for (const { count: wanted, resolve } of waiting) if (all.acknowledged.length >= wanted) resolve()
  }
  const run = async (_: unknown, number: number) => {
    const writer = writers[number % writers.length]!
    const write = number % 2 === 0 ? asPerson(writer) : asAgent(writer)
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const title = `Writer ${number}, ${turn}, ${randomUUID()}`
      try {
        const made = await write(chances.oneOf(nodes()), chances.oneOf(writer.projects), title, turn)
        if (made === ownProfile) all.profileUpdates++
        else all.acknowledged.push(made)
        resolveWaiting()
        acknowledged()
      } catch (error) {
        if (!isOutage(error)) all.unexpected.push(String(error))
        await pause(20)
      }
    }
  }
  const running = Array.from({ length: count }, run)
  return all
}

/** The id of the task that was made, or that it was something else. */
type Write = (node: string, project: string, title: string, turn: number) => Promise<string>
const ownProfile = 'own profile'

function asPerson({ person }: LiveWriter): Write {
  return async (node, project, title, turn) => {
    const call = clientFor(node, person.token)
    // Now and then something that nobody else is to hear of.
    const made =
      turn % 5 === 4
        ? await call('accounts.updateProfile', { bio: title })
        : await call('tasks.create', { project, title })
    // An answer that was cut off is none.
    if (made.id === undefined) throw new Outage()
    return turn % 5 === 4 ? ownProfile : made.id
  }
}

function asAgent({ mcpToken }: LiveWriter): Write {
  const agents = new Map<string, Agent>()
  return async (node, project, title) => {
    try {
      const agent = agents.get(node) ?? (await connectAgent(node, mcpToken, '', 'http'))
      agents.set(node, agent)
      const { isError, data } = await agent.call('create_task', { project, title })
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

/** Nobody answered, or not to the end, or there was no database just then. */
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
