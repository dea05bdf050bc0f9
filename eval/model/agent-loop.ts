import type { Prompt, ToolCall, ToolResult, Usage } from '../../server/platform/language-model/model.ts'
import type { CountedAgent } from '../counted-agent.ts'
import type { Model } from './model.ts'

const role =
  'You are an agent that works through the tools of Baton. Do the assignment completely, without questions. ' +
  'When it is done, respond with one sentence and no tool call.'

const maxTokens = 8192

/** Lets a model work on an assignment until it stops calling tools, or until it has made the maximum of calls. */
export async function runModelAgent(
  model: Model,
  agent: CountedAgent,
  assignment: string,
  tokens: Usage,
): Promise<void> {
  const messages: Prompt['messages'] = [{ role: 'user', text: assignment }]
  const system = `${role}\n\n${agent.instructions}`
  for (let made = 0; made < model.maxCalls;) {
    let text = ''
    const calls: ToolCall[] = []
    for await (const piece of model.reply({ system, messages, tools: agent.tools, maxTokens })) {
      if (piece.kind === 'text') text += piece.text
      if (piece.kind === 'call') calls.push(piece.call)
      if (piece.kind !== 'end' || !piece.usage) continue
      tokens.input += piece.usage.input
      tokens.output += piece.usage.output
    }
    if (calls.length === 0) return
    messages.push({ role: 'assistant', text, calls }, { role: 'tools', results: await callAll(agent, calls) })
    made += calls.length
  }
}

async function callAll(agent: CountedAgent, calls: ToolCall[]): Promise<ToolResult[]> {
  const results: ToolResult[] = []
  for (const { id, name, input } of calls) {
    const { text, hasFailed } = await agent.call(name, input)
    results.push({ id, text, hasFailed })
  }
  return results
}
