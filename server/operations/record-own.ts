import type { Entry } from '../database/journal.ts'
import { type Table, updateRow } from './rows.ts'
import type { ChangingRow } from '../database/tables.ts'
import type { Named } from '../database/actor.ts'
import { userActor } from './caller.ts'
import type { Context } from './context.ts'
import type { EventType } from '../database/events.ts'

/** A user with their current organization. */
export interface Person extends Named {
  organization: { id: string } | null
}

/** The parts of a context that record events. An operator on the server has no calling user. */
export type Recorder = Pick<Context, 'record'> & { caller: { kind: string } }

/** Records an event that only this user can read. The user is the actor even before the sign-in is complete. */
export function recordOwn(
  ctx: Recorder,
  person: Person,
  type: EventType,
  subject: { kind: string; id: string; key?: string | null },
  data?: Record<string, unknown>,
  changed?: Pick<Entry, 'version' | 'changes'>,
): void {
  ctx.record({
    type,
    subject,
    organizationId: person.organization?.id ?? null,
    privateTo: person.id,
    ...(ctx.caller.kind === 'anonymous' && { actor: userActor(person) }),
    ...(data && { data }),
    ...changed,
  })
}

/** Updates a row that belongs to the caller, like `changeRow` does for rows of an organization. */
export async function changeOwn<Row extends ChangingRow>(
  ctx: Context,
  kind: Table<Row> & { name: string; key: keyof Row & string },
  before: Row,
  set: Partial<Row>,
  type = `${kind.name}.updated` as EventType,
): Promise<Row> {
  const { after, changes } = await updateRow(ctx, kind, before, set)
  if (!changes) return before
  const subject = { kind: kind.name, id: after.id, key: after[kind.key] as string }
  recordOwn(ctx, callingPerson(ctx), type, subject, undefined, { version: after.version, changes })
  return after
}

/** Returns the caller as a `Person`. */
export function callingPerson({ caller }: Pick<Context, 'caller'>): Person {
  if (caller.kind === 'anonymous') throw new Error('The caller is not signed in.')
  return { id: caller.user.id, name: caller.user.name, organization: caller.organization }
}
