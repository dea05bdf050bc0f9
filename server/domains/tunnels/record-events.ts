import type { Actor } from '../../database/actor.ts'
import type { EventTypeOf } from '../../database/events.ts'
import { type Context, type RequestFacts, noCookies } from '../../operations/context.ts'
import { userActor } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { RunRow, TunnelRow } from './tables.ts'

type Recorder = Pick<Context, 'record'>

/** Records an event of a tunnel, which only its owner can read. */
export function recordTunnel(
  { record }: Recorder,
  type: EventTypeOf<'tunnel'>,
  { id, name, organization_id, user_id, version }: TunnelRow,
  more: { actor?: Actor; data?: Record<string, unknown> } = {},
): void {
  const subject = { kind: 'tunnel', id, key: name }
  record({ type, subject, organizationId: organization_id, privateTo: user_id, version, ...more })
}

/**
 * Records an event of a run for the owner of the machine, and once more for the requester if that is another user. Each
 * row is private to one user.
 */
export function recordRun(
  { record }: Recorder,
  type: EventTypeOf<'tunnel_run'>,
  { id, name, organization_id, user_id }: Pick<TunnelRow, 'id' | 'name' | 'organization_id' | 'user_id'>,
  run: Pick<RunRow, 'id' | 'action' | 'target' | 'state' | 'user_id'>,
  more: { actor?: Actor; data?: Record<string, unknown> } = {},
): void {
  const { action, target, state } = run
  const subject = { kind: 'tunnel_run', id: run.id, key: action }
  const data = { tunnel: { id, name }, action, target, state, ...more.data }
  for (const privateTo of new Set([user_id, run.user_id ?? user_id]))
    record({ type, subject, organizationId: organization_id, privateTo, ...more, data })
}

/** Returns the owner as the actor of changes that their machine reports: `via` names the machine, as it names a key. */
export function machineActor({ id, name }: { id: string; name: string }, machine: string): Actor {
  return { ...userActor({ id, name }), via: machine }
}

/** The facts of work that no request caused: a message of a machine, or a job. */
export function withoutRequest(): RequestFacts {
  return { id: newId(), network: '', userAgent: '', cookies: noCookies }
}
