import type { TestServer } from '../test/harness.ts'
import { addMember } from '../test/world.ts'
import { countTokens } from './count-tokens.ts'
import { type CountedAgent, type CountedCall, connectCounted } from './counted-agent.ts'
import { runModelAgent } from './model/agent-loop.ts'
import type { Model } from './model/model.ts'
import type { Check, People, Phase, Story } from './story.ts'

/** The counts of one phase of a story. */
export interface PhaseResult {
  phase: string
  calls: CountedCall[]
  /** Tokens that the model server reports, with the tool list and all repeated messages. */
  modelTokens: { input: number; output: number }
}

export interface StoryResult {
  id: string
  title: string
  phases: PhaseResult[]
  checks: Check[]
  /** Tokens of the tool list, which a model reads with every request. */
  toolListTokens: number
  /** Why the story stopped early. */
  failure?: string
}

/** Runs a story in a new organization: with the model, or with the recorded calls if there is none. */
export async function runStory(server: TestServer, story: Story, model?: Model): Promise<StoryResult> {
  const ada = await server.register('Ada')
  const people: People = { ada, grace: await addMember(server, ada, 'member') }
  const result: StoryResult = { id: story.id, title: story.title, phases: [], checks: [], toolListTokens: 0 }
  // A model can leave out what later phases and the checks need, such as the project. That fails only this story.
  try {
    for (const phase of story.phases) {
      const counted: PhaseResult = { phase: phase.name, calls: [], modelTokens: { input: 0, output: 0 } }
      result.phases.push(counted)
      await phase.prepare?.(people)
      result.toolListTokens = await runPhase(people, phase, counted, model)
    }
    result.checks = await story.check(people)
  } catch (error) {
    result.failure = String(error)
  }
  return result
}

export function hasSucceeded({ checks, failure }: StoryResult): boolean {
  return failure === undefined && checks.every(({ isMet }) => isMet)
}

/** Runs a phase and returns the tokens of the tool list. */
async function runPhase(
  { ada }: People,
  phase: Phase,
  result: PhaseResult,
  model: Model | undefined,
): Promise<number> {
  const agents = new Map<string, CountedAgent>()
  for (const name of Object.keys(phase.assignments))
    agents.set(name, await connectCounted(ada, name, (call) => result.calls.push(call)))
  try {
    if (model)
      await Promise.all(
        [...agents].map(([name, agent]) =>
          runModelAgent(model, agent, phase.assignments[name]!, result.modelTokens),
        ),
      )
    else await phase.script((name) => scriptedCalls(agents.get(name)!))
    const [{ tools }] = [...agents.values()] as [CountedAgent]
    return countTokens(JSON.stringify(tools))
  } finally {
    for (const agent of agents.values()) await agent.close()
  }
}

/** Returns the calls of a scripted agent. A script can't react to a failure, so it ends the story. */
function scriptedCalls(agent: CountedAgent) {
  return async (tool: string, input: Record<string, unknown> = {}) => {
    const { hasFailed, text, output } = await agent.call(tool, input)
    if (hasFailed) throw new Error(`${tool} failed: ${text}`)
    return output
  }
}
