import { randomUUID } from 'node:crypto'
import {
  type CallToolResult,
  type ClientCapabilities,
  type InputRequests,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  acceptedContent,
  inputRequired,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { requestState } from './client-request-tools.ts'
import { textOf } from './content.ts'

export function elicit(message: string, field: string, type: 'string' | 'boolean' = 'string') {
  return inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: type === 'string' ? { type } : { type } },
      required: [field],
    },
  })
}

/** Adds tools for the 2026 revision: they return that they need input, and the client calls them again with it. */
export function addInputTools(server: McpServer): void {
  const add = (name: string, run: (request: ServerContext['mcpReq']) => Promise<ToolResult> | ToolResult) =>
    server.registerTool(name, { description: 'Needs input.', inputSchema: z.object({}) }, (_, ctx) =>
      run(ctx.mcpReq),
    )
  const prefixed = (name: string) => `test_input_required_result_${name}`

  add('test_missing_capability', ({ inputResponses }) =>
    inputResponses?.llm ? textOf('Done.') : requireInput({ llm: requestSampling('pong') }),
  )
  add(prefixed('elicitation'), ({ inputResponses }) => {
    const name = acceptedContent<{ name: string }>(inputResponses, 'user_name')?.name
    return name === undefined
      ? requireInput({ user_name: elicit('What is your name?', 'name') })
      : textOf(`Hello, ${name}!`)
  })
  add(prefixed('sampling'), ({ inputResponses }) => {
    const response = inputResponses?.capital_question
    if (!response)
      return requireInput({ capital_question: requestSampling('What is the capital of France?') })
    return textOf(`Sampling response: ${JSON.stringify(response)}`)
  })
  add(prefixed('list_roots'), ({ inputResponses }) => {
    const response = inputResponses?.client_roots as { roots?: { uri: string }[] } | undefined
    if (!response?.roots) return requireInput({ client_roots: inputRequired.listRoots() })
    return textOf(response.roots.map(({ uri }) => uri).join(', '))
  })
  for (const [name, text] of [
    ['request_state', 'state-ok'],
    ['tampered_state', 'integrity-ok'],
  ] as const)
    add(prefixed(name), async (request) => {
      if (!acceptedContent(request.inputResponses, 'confirm'))
        return requireInput({ confirm: elicit('Please confirm', 'ok', 'boolean') }, { name })
      if (request.requestState() === undefined)
        throw new ProtocolError(-32602, 'The requestState is missing.')
      return textOf(text)
    })
  add(prefixed('multiple_inputs'), ({ inputResponses: given }) => {
    if (given?.user_name && given.greeting && given.client_roots) return textOf('All of it was given.')
    const inputRequests = {
      user_name: elicit('Name?', 'name'),
      greeting: requestSampling('Generate a greeting'),
    }
    return requireInput(
      { ...inputRequests, client_roots: inputRequired.listRoots() },
      { name: 'multiple_inputs' },
    )
  })
  add(prefixed('multi_round'), (request) => {
    const { round = 0 } = request.requestState<{ round?: number }>() ?? {}
    if (round === 0) return requireInput({ step1: elicit('Name?', 'name') }, { round: 1 })
    if (round === 1) return requireInput({ step2: elicit('Colour?', 'color') }, { round: 2 })
    return textOf('Multi-round complete')
  })
  add(prefixed('capabilities'), ({ inputResponses, envelope }) => {
    if (inputResponses) return textOf('Done.')
    const declared: Envelope = envelope ?? {}
    const { elicitation, sampling, roots } = declared[CLIENT_CAPABILITIES_META_KEY] ?? {}
    const inputRequests: InputRequests = {
      ...(elicitation && { user_name: elicit('Name?', 'name') }),
      ...(sampling && { greeting: requestSampling('Say hello') }),
      ...(roots && { client_roots: inputRequired.listRoots() }),
    }
    return Object.keys(inputRequests).length > 0
      ? requireInput(inputRequests)
      : textOf('The client can be asked nothing.')
  })
}

type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities }
type ToolResult = CallToolResult | InputRequiredResult

function requestSampling(text: string) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 50,
  })
}

async function requireInput(
  inputRequests: InputRequests,
  state?: Record<string, unknown>,
): Promise<InputRequiredResult> {
  if (!state) return inputRequired({ inputRequests })
  const minted = await requestState.mint({ ...state, nonce: randomUUID() })
  return inputRequired({ inputRequests, requestState: minted })
}
