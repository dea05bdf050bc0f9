import { type InputOf, Problem } from '../../client.ts'
import type { AgentWords } from './agent-form.tsx'
import type { Agent } from './queries.ts'

/** An agent as its form shows it. */
export function wordsOf(agent: Agent): AgentWords {
  const { name, role, instructions, model, memoryScope, skills, dailyBudget, publicSlug } = agent
  return {
    ...{ name, role, instructions, model, memoryScope, skills },
    dailyBudget: dailyBudget?.toString() ?? '',
    publicSlug: publicSlug ?? '',
  }
}

/** What was written, as the server takes it. */
export function givenAgent(set: Partial<AgentWords>): Omit<InputOf<'agents.update'>, 'agent'> {
  const { skills, dailyBudget, publicSlug, ...plain } = set
  return {
    ...plain,
    ...(skills && { skills: skills.map(({ id }) => id) }),
    ...(dailyBudget !== undefined && { dailyBudget: numberOf(dailyBudget) }),
    ...(publicSlug !== undefined && { publicSlug: publicSlug.trim() || null }),
  }
}

function numberOf(written: string): number | null {
  if (written.trim() === '') return null
  const number = Number(written)
  if (Number.isInteger(number)) return number
  throw new Problem(0, 'invalid_input', '', [{ path: 'dailyBudget', message: 'A whole number, or nothing.' }])
}
