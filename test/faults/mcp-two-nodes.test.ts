import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { openConfigured, readConfig } from '../../server/start.ts'
import { engines, freshDatabase } from '../harness.ts'
import { freePort } from '../partners/postgres.ts'
import { type ServerProcess, startServerProcess } from '../partners/server-process.ts'
import { registerWithProject } from './kill-rounds.ts'
import { seededRandom } from './live/random.ts'
import { type Agents, startAgents, transports } from './mcp/agents.ts'
import { startBalancer } from './mcp/balancer.ts'
import { highRateLimits } from './own-postgres.ts'

/*
 * Promise: agents work through any node, over every transport. Whatever node dies, each answer belongs to its question, what
 * was acknowledged is there, what was repeated was done once, and everybody goes on.
 * MCP_AGENTS=10 MCP_KILLS=20 TEST_TIMEOUT=1500000 is the size that a release is tried with.
 */
const ofEach = Number(process.env.MCP_AGENTS ?? 3)
const kills = Number(process.env.MCP_KILLS ?? 2)
const timeout = 600_000
const skip = engines.includes('pgsql') ? false : 'PostgreSQL is not here'

describe(
  `${ofEach} agents of each transport at two nodes, and ${kills} times one is killed`,
  { skip, timeout },
  () => {
    it(
      'get the answers to their own questions, lose nothing that was acknowledged, and go on',
      { timeout },
      async (t) => {
        const chance = seededRandom()
        t.diagnostic(`LIVE_SEED=${chance.seed}`)
        const settings: Record<string, string> = { ...(await freshDatabase('pgsql')), ...highRateLimits }
        const nodes = await startNodes(settings)
        const ada = await registerWithProject(nodes[0]!.process.url)
        const { value } = await ada.call('credentials.createMcpToken', { name: 'agents' })
        const balancer = await startBalancer(
          nodes.map(({ process: { url } }) => url),
          chance,
        )
        const agents = startAgents(balancer.url, value, 'website', ofEach)

        for (let kill = 0; kill < kills; kill++) {
          await waitForProgress(agents)
          await chance.oneOf(nodes).restart()
        }
        await waitForProgress(agents)
        await agents.stop()
        await balancer.close()
        for (const { process } of nodes) await process.stop()

        const { acknowledged, connections, retries: repeated, unexpected: surprises } = agents
        t.diagnostic(
          `${acknowledged.size} tasks made, ${repeated} calls repeated, requests at the nodes: ${balancer.served.join(' and ')}, ` +
            `connections: ${transports.map((name) => `${name} ${connections[name]}`).join(', ')}`,
        )
        assert.deepEqual(surprises, [])
        const made = await tasksIn(settings)
        const idsByTitle = Map.groupBy(made, ({ title }) => title)
        for (const [title, id] of acknowledged)
          assert.deepEqual(
            idsByTitle.get(title)?.map((task) => task.id),
            [id],
            `"${title}" is there once`,
          )
      },
    )
  },
)

/** Enough for every agent to have been at work since. */
function waitForProgress({ acknowledged, waitForCount: reached }: Agents): Promise<void> {
  return reached(acknowledged.size + ofEach * transports.length * 10)
}

async function startNodes(settings: Record<string, string>) {
  const start = async (environment: Record<string, string>, number: number) => {
    const output = path.join(settings.DATA_DIR!, `${number}.log`)
    const launch = () => startServerProcess(environment, { output })
    const node: { process: ServerProcess; restart(): Promise<void> } = {
      process: await launch(),
      /** Ends it as a power cut would, and starts it again. */
      async restart() {
        assert.ok(node.process.running(), 'no node ended by itself')
        await node.process.kill()
        node.process = await launch()
      },
    }
    return node
  }
  const ports = [await freePort(), await freePort()]
  return Promise.all(ports.map((port, number) => start({ ...settings, PORT: String(port) }, number)))
}

async function tasksIn(settings: Record<string, string>): Promise<{ id: string; title: string }[]> {
  const undo: (() => unknown)[] = []
  const database = openConfigured(readConfig(settings), undo, 0)
  const rows = await database.run<{ id: string; title: string }>('select id, title from tasks')
  for (const step of undo.toReversed()) await step()
  return rows
}
