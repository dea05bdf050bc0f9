/** What a newcomer sets up, in this order. Every step can be left out, come back to and repeated. */
export const steps = ['organization', 'people', 'connect', 'done'] as const
export type Step = (typeof steps)[number]

/** What was set up, by the step that comes after it. */
export interface SetUp {
  organization?: unknown
  team?: unknown
  invitations?: unknown
  token?: unknown
}

/** Where somebody is who was at `step` and has set up this much: nobody is sent back by doing something again. */
export function stepAfter(step: Step, { organization, team, invitations, token }: SetUp): Step {
  const reached: Step = (token ?? invitations) ? 'connect' : (organization ?? team) ? 'people' : step
  return steps.indexOf(reached) > steps.indexOf(step) ? reached : step
}
