import { reject } from '../errors/errors.ts'
import type { Caller } from './caller.ts'
import type { Operation } from './operation.ts'

/** Rejects the calls of an agent that a person has paused, at every door. */
export function requireNotPaused({ whilePaused }: Pick<Operation, 'whilePaused'>, caller: Caller): void {
  if (whilePaused || caller.kind === 'anonymous' || !caller.paused) return
  const { by, at } = caller.paused
  reject('agent_paused', { agent: caller.agent!.name, by, at }, { pausedBy: by, pausedAt: at })
}
