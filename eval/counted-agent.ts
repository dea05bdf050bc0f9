import type { Person } from '../test/harness.ts'
import { countTokens } from './count-tokens.ts'
import type { ToolOutput } from './story.ts'

/** A tool as the server lists it. */
export interface ListedTool {
  name: string
  description: string
  inputSchema: object
}

/** A tool call with its result, as the model reads it. */
export interface CountedCall {
  agent: string
  tool: string
  hasFailed: boolean
  /** Tokens of the arguments, which the model writes. */
  sentTokens: number
  /** Tokens of the result, which the model reads. */
  receivedTokens: number
  text: string
  output: ToolOutput
}

/** An MCP client with its own token that counts its calls. */
export interface CountedAgent {
  tools: ListedTool[]
  instructions: string
  /** Calls a tool. Undefined arguments are those that a model wrote and that aren't a JSON object. */
  call(tool: string, input: Record<string, unknown> | undefined): Promise<CountedCall>
  close(): Promise<void>
}

/** Connects an agent of a person. Reports each call to `onCall`. */
export async function connectCounted(
  person: Person,
  name: string,
  onCall: (call: CountedCall) => void,
): Promise<CountedAgent> {
  const { client, close } = await person.agent({ name, agent: name })
  const { tools } = await client.listTools()
  return {
    tools: tools as ListedTool[],
    instructions: client.getInstructions() ?? '',
    async call(tool, input) {
      const { text, hasFailed, output } = await callTool(tool, input)
      const call = {
        agent: name,
        tool,
        hasFailed,
        sentTokens: countTokens(JSON.stringify(input ?? {})),
        receivedTokens: countTokens(text),
        text,
        output,
      }
      onCall(call)
      return call
    },
    close,
  }

  async function callTool(tool: string, input: Record<string, unknown> | undefined) {
    const failed = (text: string) => ({ text, hasFailed: true, output: {} as ToolOutput })
    if (!input) return failed('The arguments must be a JSON object.')
    try {
      const { content, structuredContent, isError } = await client.callTool({ name: tool, arguments: input })
      const text = (content as { text?: string }[]).map((part) => part.text ?? '').join('\n')
      return { text, hasFailed: isError === true, output: structuredContent as ToolOutput }
    } catch (error) {
      // An unknown tool is a protocol error. A model reads its message too.
      return failed(String(error))
    }
  }
}
