import { clientFor, connectAgent } from '../../test/harness.ts'
import type { Filled } from './instance.ts'

export interface Remembering {
  store(text: string): Promise<unknown>
  search(text: string): Promise<unknown>
  close(): Promise<void>
}

/** An agent with a token of ours, over Streamable HTTP. */
export async function agentOn({ server, token, project }: Filled): Promise<Remembering> {
  const { value, id } = await clientFor(server.url, token)('credentials.createMcpToken', { name: 'bench' })
  const agent = await connectAgent(server.url, value, id, 'http')
  const call = async (tool: string, input: Record<string, unknown>) => {
    const { isError, data } = await agent.call(tool, input)
    if (isError) throw new Error(`${tool}: ${JSON.stringify(data)}`)
  }
  const remembering = {
    store: (content: string) => call('store_memory', { scope: 'project', project, content }),
    search: (query: string) => call('search_memory', { query, project }),
    close: () => agent.close(),
  }
  // What is compiled and read for the first time is not measured.
  for (let warm = 0; warm < 3; warm++) {
    await remembering.store(`Warm ${warm}`)
    await remembering.search(`Warm ${warm}`)
  }
  return remembering
}
