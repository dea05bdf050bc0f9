/** Errors about agents at work and their questions. Part of `errorTable`. */
export const agentErrors = {
  agent_paused: [
    403,
    '{by} paused the agent {agent} at {at}. Stop working, and retry after a person resumes it.',
  ],
  set_by_people: [
    403,
    "Agents can't change these fields, for themselves or for other agents: {fields}. Ask the user {agent} works for.",
  ],
  question_answered: [409, '{by} answered this question at {at}. A question has only one answer.'],
  budget_spent: [
    429,
    '{agent} has used its daily budget of {budget} calls. Retry at {at}, or ask its owner to raise the budget.',
  ],
} as const
