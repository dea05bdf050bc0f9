import { checkFlatAndPatterns } from '../../server/platform/flat-schema.ts'
import { type DeclaredAction, declarationOf } from './declaration.ts'
import { maxAskedPerRequester, maxAskedRuns } from './limits.ts'
import type { Requester, RunOrder } from './messages.ts'
import type { Permissions, Requesters } from './permissions.ts'

export type Verdict =
  | { mode: 'allow' | 'ask'; timeoutSeconds: number }
  | { mode: 'reject'; state: 'refused' | 'failed'; reason: string }

/** Decides about a run from the permission file alone. The service has checked it already, and isn't trusted here. */
export function checkOrder(order: RunOrder, permissions: Permissions): Verdict {
  if (!isAllowed(order.requester, permissions.requesters))
    return refused('The permission file of the machine does not name this requester.')
  const action = findAction(order, permissions)
  if (!action) return refused('The permission file of the machine does not allow this action.')
  if (action.mode === 'reject') return refused('The permission file of the machine rejects this action.')
  const [problem] = checkFlatAndPatterns(action.input, order.input)
  if (problem) return { mode: 'reject', state: 'failed', reason: `"${problem.field}" ${problem.problem}.` }
  const wanted = Number.isFinite(order.timeoutSeconds) ? order.timeoutSeconds : Infinity
  return { mode: action.mode, timeoutSeconds: Math.max(1, Math.min(wanted, action.timeoutSeconds)) }
}

/** Limits the runs that wait for consent, so that a flood can't hide one of them or tire the owner. */
export function checkFlood(order: RunOrder, waiting: RunOrder[]): string | undefined {
  const own = waiting.filter((each) => keyOf(each.requester) === keyOf(order.requester))
  if (own.length >= maxAskedPerRequester)
    return `${maxAskedPerRequester} runs of this requester already wait for the owner's consent. Retry when they are decided.`
  if (waiting.length >= maxAskedRuns)
    return `${maxAskedRuns} runs already wait for the owner's consent. Retry when they are decided.`
  return undefined
}

function findAction({ action, target }: RunOrder, permissions: Permissions): DeclaredAction | undefined {
  return declarationOf(permissions).actions.find(
    (each) => each.action === action && each.target === (target ?? null),
  )
}

/** An agent counts only for its owner: "people" are allowed in person. */
function isAllowed({ isOwner, agent, email, username }: Requester, allowed: Requesters): boolean {
  if (agent) return isOwner && allowed.agents
  if (isOwner) return allowed.me
  return [email, username].some((name) => name && allowed.people.includes(name.toLowerCase()))
}

function keyOf({ userId, agent }: Requester): string {
  return `${userId} ${agent?.id ?? ''}`
}

function refused(reason: string): Verdict {
  return { mode: 'reject', state: 'refused', reason }
}
