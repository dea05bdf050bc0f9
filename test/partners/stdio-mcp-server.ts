import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

/*
 * An MCP server that speaks over stdio, as a machine starts it. Each tool shows one thing that has to pass through a
 * tunnel.
 */

const tools = {
  echo: 'Returns the text and the process that read it.',
  count: 'Reports progress for each step.',
  wait: 'Waits until the call is cancelled, and then sends a log message.',
  announce: 'Sends a notification that the tools changed.',
  ask: "Asks the client's model.",
  crash: 'Ends the process.',
  environment: 'Returns the names of the environment variables.',
}

const server = new Server(
  { name: 'sample', version: '1' },
  { capabilities: { tools: { listChanged: true }, logging: {}, resources: {} } },
)
server.setRequestHandler('tools/list', () => ({
  tools: Object.entries(tools).map(([name, description]) => ({
    name,
    description,
    inputSchema: { type: 'object' as const },
  })),
}))
server.setRequestHandler('resources/list', () => ({ resources: [{ uri: 'sample://one', name: 'one' }] }))
server.setRequestHandler('resources/read', ({ params }) => ({
  contents: [{ uri: params.uri, text: 'the content' }],
}))
server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
  const given = (params.arguments ?? {}) as { text?: string; steps?: number }
  if (params.name === 'echo') return text(`${given.text} from ${process.pid}`)
  if (params.name === 'environment') return text(Object.keys(process.env).toSorted().join(' '))
  if (params.name === 'crash') process.exit(3)
  if (params.name === 'announce') {
    await server.notification({ method: 'notifications/tools/list_changed' })
    return text('announced')
  }
  if (params.name === 'ask') {
    const message = { role: 'user' as const, content: { type: 'text' as const, text: 'How are you?' } }
    const answer = await server.createMessage({ messages: [message], maxTokens: 10 })
    return text(JSON.stringify(answer.content))
  }
  const { _meta: meta } = mcpReq
  const report = (progress: number) =>
    mcpReq.notify({
      method: 'notifications/progress',
      params: {
        progressToken: meta!.progressToken!,
        progress,
        total: given.steps ?? 1,
        message: `step ${progress}`,
      },
    })
  if (params.name === 'count') {
    for (let step = 1; step <= given.steps!; step++) await report(step)
    return text('counted')
  }
  await report(1)
  await new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve, { once: true }))
  await server.sendLoggingMessage({ level: 'info', data: 'the call was cancelled' })
  return text('cancelled')
})
await server.connect(new StdioServerTransport())

function text(content: string) {
  return { content: [{ type: 'text' as const, text: content }] }
}
