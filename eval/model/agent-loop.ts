import type { CountedAgent } from '../counted-agent.ts'
import type { Message, Model, Reply, ToolCall, ToolResult } from './model.ts'

const role =
  'You are an agent that works through the tools of Baton. Do the assignment completely, without questions. ' +
  'When it is done, respond with one sentence and no tool call.'

/** Lets a model work on an assignment until it stops calling tools, or until it has made the maximum of calls. */
export async function runModelAgent(
  model: Model,
  agent: CountedAgent,
  assignment: string,
  tokens: { input: number; output: number },
): Promise<void> {
  const messages: Message[] = [{ role: 'user', text: assignment }]
  const system = `${role}\n\n${agent.instructions}`
  for (let made = 0; made < model.maxCalls;) {
    const reply = await model.reply({ system, messages, tools: agent.tools })
    tokens.input += reply.usage.input
    tokens.output += reply.usage.output
    if (reply.calls.length === 0) return
    messages.push(assistantMessage(reply), { role: 'tools', results: await callAll(agent, reply.calls) })
    made += reply.calls.length
  }
}

function assistantMessage({ text, calls }: Reply): Message {
  return { role: 'assistant', text, calls }
}

async function callAll(agent: CountedAgent, calls: ToolCall[]): Promise<ToolResult[]> {
  const results: ToolResult[] = []
  for (const { id, name, input } of calls) {
    const { text, hasFailed } = await agent.call(name, input)
    results.push({ id, text, hasFailed })
  }
  return results
}
