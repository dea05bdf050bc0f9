import { setTimeout as pause } from 'node:timers/promises'
import { type McpServer, type ServerNotifier, fromJsonSchema } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { embedded, image, textOf, textContent, wav } from './content.ts'

const nothing = z.object({})

/** Adds tools that return every kind of content, report progress, fail, or make the client reconnect for the result. */
export function addContentTools(server: McpServer, notify: ServerNotifier): void {
  const add = (name: string, description: string) => [name, { description, inputSchema: nothing }] as const

  server.registerTool(...add('test_simple_text', 'Answers with text.'), () =>
    textOf('This is a simple text response for testing.'),
  )
  server.registerTool(...add('test_image_content', 'Answers with a picture.'), () => ({ content: [image] }))
  server.registerTool(...add('test_audio_content', 'Answers with a sound.'), () => ({
    content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  }))
  server.registerTool(...add('test_embedded_resource', 'Answers with a resource.'), () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }))
  server.registerTool(...add('test_multiple_content_types', 'Answers with several kinds.'), () => ({
    content: [
      textContent('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }))
  server.registerTool(...add('test_tool_with_logging', 'Tells what it does.'), async (_, ctx) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
      await pause(50)
    }
    return textOf('Done.')
  })
  server.registerTool(
    ...add('test_logging_tool', 'Tells what it does, if it is asked to.'),
    async (_, ctx) => {
      await ctx.mcpReq.log('info', 'It was called.')
      return textOf('Done.')
    },
  )
  server.registerTool(...add('test_tool_with_progress', 'Tells how far it is.'), async (_, ctx) => {
    const { _meta: { progressToken } = {} } = ctx.mcpReq
    if (progressToken === undefined) return textOf('Nobody asked.')
    for (const progress of [0, 50, 100]) {
      const message = `Completed step ${progress} of 100`
      const params = { progressToken, progress, total: 100, message }
      await ctx.mcpReq.notify({ method: 'notifications/progress', params })
      await pause(50)
    }
    return textOf(String(progressToken))
  })
  server.registerTool(...add('test_error_handling', 'Fails.'), () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool(...add('test_reconnection', 'Hangs up before it answers.'), async (_, ctx) => {
    ctx.http?.closeSSE?.()
    await pause(100)
    return textOf('Reconnection test completed successfully')
  })
  server.registerTool(...add('test_streaming_elicitation', 'Asks nothing.'), () =>
    textOf('Nothing was asked.'),
  )
  server.registerTool(...add('test_trigger_tool_change', 'Says that the tools have changed.'), () => {
    notify.toolsChanged()
    return textOf('Said.')
  })
  server.registerTool(...add('test_trigger_prompt_change', 'Says that the prompts have changed.'), () => {
    notify.promptsChanged()
    return textOf('Said.')
  })
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema with everything in it.', inputSchema: fromJsonSchema(fullSchema) },
    (given) => textOf(JSON.stringify(given)),
  )
  server.registerTool(
    'test_x_mcp_header',
    { description: 'Wants an argument as a header too.', inputSchema: fromJsonSchema(mirroredSchema) },
    (given) => textOf(`region=${(given as { region?: string }).region}`),
  )
}

const mirroredSchema = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, level: { type: 'integer' } },
} as const

const fullSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a JSON Schema keyword
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}
