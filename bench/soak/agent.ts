import { type Connect, type McpClient, connectSession, connectSse, transports } from '../mcp/clients.ts'
import { takeTurns, type TurnOptions, oneOf } from './turns.ts'

/** The transports in turn: a stream of HTTP+SSE, a session with its stream, and requests without a session. */
const connects: Connect[] = [
  connectSse,
  (url, token) => connectSession(url, token, true),
  transports.find(({ name }) => name.includes('stateless'))!.connect,
]

interface Claimed {
  key: string
  claim: number
}

/**
 * Runs an agent over MCP: it claims a task, reads, searches its memory, comments, completes the task and plans another
 * one, so that the number of open tasks stays the same.
 */
export function runAgent(
  { url, token, number, projects }: { url: string; token: string; number: number; projects: string[] },
  options: TurnOptions,
): Promise<void> {
  const { timings } = options
  const project = projects[number % projects.length]!
  let held: Claimed | undefined
  return takeTurns(async () => {
    const client = await connects[number % connects.length]!(url, token)
    const read = (tool: string, input: object) => timings.time('reads', () => callTool(client, tool, input))
    const write = (tool: string, input: object) => timings.time('writes', () => callTool(client, tool, input))
    const reads = [
      () => read('list_tasks', { project, limit: 20 }),
      () => read('get_task', { task: held!.key }),
      () => read('search_memory', { project, query: `How is ${oneOf(topics)} checked?` }),
      () => read('get_project', { project }),
    ]
    const writes = [
      () =>
        write('update_task', { task: held!.key, claim: held!.claim, comment: `Looked at ${oneOf(topics)}.` }),
      () => write('store_memory', { scope: 'project', project, content: newFact() }),
      async () => {
        await write('complete_task', { task: held!.key, claim: held!.claim, notes: 'Done and checked.' })
        held = undefined
        await write('create_task', { project, title: `Check ${oneOf(topics)} again`, labels: ['planned'] })
      },
    ]
    return {
      async act() {
        if (held) {
          await oneOf(Math.random() < 0.6 ? reads : writes)()
          return
        }
        const { task, claim } = (await write('claim_task', { project })) as {
          task?: { key: string }
          claim: number
        }
        held = task && { key: task.key, claim }
      },
      close: () => client.close(),
    }
  }, options)
}

const topics = [
  'the login',
  'the invoice',
  'the cart',
  'the search',
  'the export',
  'the release',
  'the backup',
]

/** Facts differ, because a memory that exists isn't stored again. */
function newFact(): string {
  return `Run ${Math.random().toString(36).slice(2, 8)} of ${oneOf(topics)} needs ${oneOf(topics)} first.`
}

async function callTool(client: McpClient, tool: string, input: object): Promise<unknown> {
  const text = await client.call(tool, input)
  const message = text.startsWith('{') ? text : /^data: (\{.*\})$/m.exec(text)?.[1]
  const { result, error } = JSON.parse(message ?? '{}') as {
    result?: { isError?: boolean; content: { text: string }[] }
    error?: { message: string }
  }
  const content = result?.content[0]?.text
  if (!content || result.isError) throw new Error(`${tool}: ${content ?? error?.message ?? text}`)
  return JSON.parse(content)
}
