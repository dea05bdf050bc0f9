import routes from '../../contract/routes.json' with { type: 'json' }
import { type Client, createClient } from '../../server/assembly/client.ts'
import { type AgentName, type PersonName, agentNames, personNames } from './people.ts'

/** Calls an MCP tool as an agent. */
export type UseTool = (name: string, input: object) => Promise<{ key: string; id: string }>

/** The people over HTTP, and the agents over MCP. */
export interface Actors {
  people: Record<PersonName, Client>
  agents: Record<AgentName, UseTool>
  /** The username of the owner, for mentions. */
  username: string
}

/** Returns actors that can be planned with before they exist: each one is connected when it joins. */
export function createActors(username: string) {
  const clients = new Map<PersonName, Client>()
  const tools = new Map<AgentName, UseTool>()
  const actors = {
    people: Object.fromEntries(
      personNames.map((name): [PersonName, Client] => [name, (...input) => clients.get(name)!(...input)]),
    ),
    agents: Object.fromEntries(
      agentNames.map((name): [AgentName, UseTool] => [name, (...input) => tools.get(name)!(...input)]),
    ),
    username,
  } as Actors
  return {
    actors,
    addPerson: (name: PersonName, client: Client) => void clients.set(name, client),
    addAgent: (name: AgentName, useTool: UseTool) => void tools.set(name, useTool),
  }
}

export function connectPerson(url: string, token: string | null): Client {
  return createClient({ baseUrl: url, routes, token: () => token })
}

export function connectAgent(url: string, token: string): UseTool {
  return async (name, input) => {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      }),
    })
    const text = await response.text()
    // A Streamable HTTP server responds with JSON or with a stream of one event.
    const message: { result?: { isError?: boolean; content: { text: string }[] } } = JSON.parse(
      /^data: (.+)$/m.exec(text)?.[1] ?? text,
    )
    const [content] = message.result?.content ?? []
    if (!content || message.result?.isError) throw new Error(`The tool ${name} failed: ${text}`)
    return JSON.parse(content.text) as Awaited<ReturnType<UseTool>>
  }
}
