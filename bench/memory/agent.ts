import { clientFor, connectAgent } from '../../test/harness.ts'
import type { Filled } from './instance.ts'

export interface MemoryClient {
  store(text: string): Promise<unknown>
  search(text: string): Promise<unknown>
  close(): Promise<void>
}

/** Connects an agent over Streamable HTTP. */
export async function agentOn({
  server,
  token,
  project,
}: Pick<Filled, 'token' | 'project'> & { server: { url: string } }): Promise<MemoryClient> {
  const { value, id } = await clientFor(server.url, token)('credentials.createMcpToken', { name: 'bench' })
  const agent = await connectAgent(server.url, value, id, 'http')
  const call = async (tool: string, input: Record<string, unknown>) => {
    const { isError, data } = await agent.call(tool, input)
    if (isError) throw new Error(`${tool}: ${JSON.stringify(data)}`)
  }
  const client = {
    store: (content: string) => call('store_memory', { scope: 'project', project, content }),
    search: (query: string) => call('search_memory', { query, project }),
    close: () => agent.close(),
  }
  // Warms up compiled code and caches before the measurement.
  for (let round = 0; round < 3; round++) {
    await client.store(`Warm-up ${round}`)
    await client.search(`Warm-up ${round}`)
  }
  return client
}
