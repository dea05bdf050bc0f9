import { sql } from '../../server/database/sql.ts'
import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { openConfigured, readConfig } from '../../server/start.ts'
import { freshDatabase, withoutPostgres } from '../harness.ts'
import { freePort } from '../partners/postgres.ts'
import { type ServerProcess, startServerProcess } from '../partners/server-process.ts'
import { registerWithProject } from './kill-rounds.ts'
import { seededRandom } from './live/random.ts'
import { type Agents, startAgents, transports } from './mcp/agents.ts'
import { startBalancer } from './mcp/balancer.ts'
import { highRateLimits } from './own-postgres.ts'

/*
 * Promise: agents work through any node, over every transport. When a node dies, each response belongs to its request,
 * acknowledged writes exist, retries have one effect, and all agents continue. Before a release, run with
 * MCP_AGENTS=10 MCP_KILLS=20 TEST_TIMEOUT=1500000.
 */
const perTransport = Number(process.env.MCP_AGENTS ?? 3)
const kills = Number(process.env.MCP_KILLS ?? 2)
const timeout = 600_000

describe(
  `${perTransport} agents for each transport at two nodes, with ${kills} node kills`,
  { skip: withoutPostgres, timeout },
  () => {
    it(
      'returns each response to its own request, loses no acknowledged write, and every agent continues',
      { timeout },
      async (t) => {
        const random = seededRandom()
        t.diagnostic(`LIVE_SEED=${random.seed}`)
        const settings: Record<string, string> = { ...(await freshDatabase('pgsql')), ...highRateLimits }
        const nodes = await startNodes(settings)
        const ada = await registerWithProject(nodes[0]!.process.url)
        const { value } = await ada.call('credentials.createMcpToken', { name: 'agents' })
        const balancer = await startBalancer(
          nodes.map(({ process: { url } }) => url),
          random,
        )
        const agents = startAgents(balancer.url, value, 'website', perTransport)

        for (let kill = 0; kill < kills; kill++) {
          await waitForProgress(agents)
          await random.oneOf(nodes).restart()
        }
        await waitForProgress(agents)
        await agents.stop()
        await balancer.close()
        for (const { process } of nodes) await process.stop()

        const { acknowledged, connections, retries, unexpected } = agents
        t.diagnostic(
          `${acknowledged.size} tasks created, ${retries} calls retried, ` +
            `requests at the nodes: ${balancer.served.join(' and ')}, ` +
            `connections: ${transports.map((name) => `${name} ${connections[name]}`).join(', ')}`,
        )
        assert.deepEqual(unexpected, [])
        const created = await tasksIn(settings)
        const idsByTitle = Map.groupBy(created, ({ title }) => title)
        for (const [title, id] of acknowledged)
          assert.deepEqual(
            idsByTitle.get(title)?.map((task) => task.id),
            [id],
            `"${title}" exists once`,
          )
      },
    )
  },
)

/** Waits until the agents have created ten more tasks on average. */
function waitForProgress({ acknowledged, waitForCount }: Agents): Promise<void> {
  return waitForCount(acknowledged.size + perTransport * transports.length * 10)
}

async function startNodes(settings: Record<string, string>) {
  const start = async (environment: Record<string, string>, number: number) => {
    const output = path.join(settings.DATA_DIR!, `${number}.log`)
    const launch = () => startServerProcess(environment, { output })
    const node: { process: ServerProcess; restart(): Promise<void> } = {
      process: await launch(),
      /** Kills the node, as a power cut would, and starts it again. */
      async restart() {
        assert.ok(node.process.running(), 'no node ended on its own')
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
  const rows = await database.run<{ id: string; title: string }>(sql`select id, title from tasks`)
  for (const step of undo.toReversed()) await step()
  return rows
}
