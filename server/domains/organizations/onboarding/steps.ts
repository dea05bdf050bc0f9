/** Steps of the onboarding, in order. Each step can be skipped, reopened and repeated. */
export const steps = ['organization', 'people', 'connect', 'done'] as const
export type Step = (typeof steps)[number]

/** Items that a request sets up. */
export interface SetUpItems {
  organization?: unknown
  team?: unknown
  invitations?: unknown
  token?: unknown
}

/** Returns the step after a request. Repeating an earlier step never moves the user back. */
export function stepAfter(step: Step, { organization, team, invitations, token }: SetUpItems): Step {
  const reached: Step = (token ?? invitations) ? 'connect' : (organization ?? team) ? 'people' : step
  return steps.indexOf(reached) > steps.indexOf(step) ? reached : step
}
