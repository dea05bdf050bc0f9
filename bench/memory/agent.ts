import { clientFor } from '../../test/harness.ts'
import { connectSession } from '../mcp/clients.ts'
import type { Filled } from './instance.ts'

export interface MemoryClient {
  store(text: string): Promise<unknown>
  search(text: string): Promise<unknown>
  close(): Promise<void>
}

/**
 * Connects an agent over Streamable HTTP. It is not a client of the tests: those load node:test, whose asynchronous hooks
 * slow down the server in this process.
 */
export async function agentOn({
  server,
  token,
  project,
}: Pick<Filled, 'token' | 'project'> & { server: { url: string } }): Promise<MemoryClient> {
  const { value } = await clientFor(server.url, token)('credentials.createMcpToken', { name: 'bench' })
  const agent = await connectSession(server.url, value)
  const call = async (tool: string, input: Record<string, unknown>) => {
    const response = await agent.call(tool, input)
    if (response.includes('"isError":true')) throw new Error(`${tool}: ${response}`)
  }
  const client = {
    store: (content: string) => call('store_memory', { scope: 'project', project, content }),
    search: (query: string) => call('search_memory', { query, project }),
    close: async () => agent.close(),
  }
  // Warms up compiled code and caches before the measurement.
  for (let round = 0; round < 3; round++) {
    await client.store(`Warm-up ${round}`)
    await client.search(`Warm-up ${round}`)
  }
  return client
}
