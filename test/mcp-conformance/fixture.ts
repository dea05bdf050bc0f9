import { type ServerNotifier, McpServer } from '@modelcontextprotocol/server'
import type { App } from '../../server/operations/context.ts'
import { addContentTools } from './content-tools.ts'
import { addClientRequestTools, requestState } from './client-request-tools.ts'
import { addInputTools } from './input-tools.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'

/**
 * Creates the server that the official conformance suite expects: its scenarios name tools, resources and prompts that
 * no product has. It replaces ours behind our own doors, so that the suite tests our HTTP handling, sessions, streams,
 * credentials and limits.
 */
export function createFixture(_app: App, notify: ServerNotifier): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: {
        logging: {},
        completions: {},
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
      },
      requestState: { verify: requestState.verify },
    },
  )
  addContentTools(server, notify)
  addClientRequestTools(server)
  addInputTools(server)
  addResources(server)
  addPrompts(server)
  server.server.setRequestHandler('logging/setLevel', () => ({}))
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }))
  return server
}
