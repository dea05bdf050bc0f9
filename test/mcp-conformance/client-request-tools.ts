import { randomBytes } from 'node:crypto'
import {
  type ElicitRequestFormParams,
  type McpServer,
  createRequestStateCodec,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { textOf } from './content.ts'

/** Signs the state that a client sends back to a tool, so that clients can't change it. */
export const requestState = createRequestStateCodec<Record<string, unknown>>({
  key: randomBytes(32),
  ttlSeconds: 600,
})

type Form = ElicitRequestFormParams['requestedSchema']

/** Adds tools for the 2025 revisions: they send the client a request while they run. */
export function addClientRequestTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks for a completion.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt: text }, ctx) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text } }]
      const { content } = await ctx.mcpReq.requestSampling({ messages, maxTokens: 100 })
      return textOf(`LLM response: ${'text' in content ? content.text : ''}`)
    },
  )
  const addElicitation = (name: string, requestedSchema: Form) =>
    server.registerTool(
      name,
      {
        description: 'Asks for input.',
        inputSchema: z.object({ message: z.string().default('Please fill in') }),
      },
      async ({ message }, ctx) => {
        const { action, content = {} } = await ctx.mcpReq.elicitInput({ message, requestedSchema })
        return textOf(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)
      },
    )
  addElicitation('test_elicitation', {
    type: 'object',
    properties: {
      username: { type: 'string', description: 'What you are called' },
      email: { type: 'string', description: 'Where mail reaches you' },
    },
    required: ['username', 'email'],
  })
  addElicitation('test_elicitation_sep1034_defaults', {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
    required: [],
  })
  addElicitation('test_elicitation_sep1330_enums', {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      },
      titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled } },
    },
    required: [],
  })
}

const titled = ['First', 'Second', 'Third'].map((title, at) => ({
  const: `value${at + 1}`,
  title: `${title} Option`,
}))
