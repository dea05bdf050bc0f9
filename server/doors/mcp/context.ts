import type { Server } from '@modelcontextprotocol/server'
import type { App } from '../../operations/context.ts'
import { complete } from './completion.ts'
import { getPrompt, promptList } from './prompts.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import { senderOf } from './sender.ts'

/** What a server says that it can, besides tools. The list of tools of a token and that of prompts never change. */
export const contextCapabilities = {
  resources: {},
  prompts: {},
  completions: {},
}

/** Answers all that is no tool: what can be read, prompts, and what fits what is being typed. */
export function serveContext(app: App, server: Server): void {
  server.setRequestHandler('resources/list', (request, ctx) =>
    listResources(app, senderOf(ctx), request.params?.cursor),
  )
  server.setRequestHandler('resources/templates/list', () => resourceTemplates)
  server.setRequestHandler('resources/read', (request, ctx) =>
    readResource(app, senderOf(ctx), request.params.uri),
  )
  server.setRequestHandler('prompts/list', () => promptList)
  server.setRequestHandler('prompts/get', (request, ctx) =>
    getPrompt(app, senderOf(ctx), request.params.name, request.params.arguments ?? {}),
  )
  server.setRequestHandler('completion/complete', (request, ctx) =>
    complete(app, senderOf(ctx), request.params),
  )
}
