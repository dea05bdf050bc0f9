import { type InputOf, Problem } from '../../client.ts'
import type { AgentFormValues } from './agent-form.tsx'
import type { Agent } from './queries.ts'
import { texts } from './texts.ts'

/** Returns the form values of an agent. */
export function toFormValues(agent: Agent): AgentFormValues {
  const { name, role, instructions, model, memoryScope, skills, dailyBudget, publicSlug } = agent
  return {
    name,
    role,
    instructions,
    model,
    memoryScope,
    skills,
    dailyBudget: dailyBudget?.toString() ?? '',
    publicSlug: publicSlug ?? '',
  }
}

/** Converts changed form values to the input of the API. */
export function toAgentInput(set: Partial<AgentFormValues>): Omit<InputOf<'agents.update'>, 'agent'> {
  const { skills, dailyBudget, publicSlug, ...plain } = set
  return {
    ...plain,
    ...(skills && { skills: skills.map(({ id }) => id) }),
    ...(dailyBudget !== undefined && { dailyBudget: parseBudget(dailyBudget) }),
    ...(publicSlug !== undefined && { publicSlug: publicSlug.trim() || null }),
  }
}

function parseBudget(value: string): number | null {
  if (value.trim() === '') return null
  const number = Number(value)
  if (Number.isInteger(number)) return number
  throw new Problem(0, 'invalid_input', '', [{ path: 'dailyBudget', message: texts.form.invalidBudget }])
}
