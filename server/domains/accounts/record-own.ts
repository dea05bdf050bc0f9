import { type Named, userActor } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import type { EventType } from '../../operations/events.ts'

/** Somebody with the organization they are in at the moment. */
export interface Person extends Named {
  organization: { id: string } | null
}

/** Records what concerns one person alone: nobody else reads it. Before they are signed in, they are the actor already. */
export function recordOwn(
  ctx: Context,
  person: Person,
  type: EventType,
  subject: { kind: string; id: string; key?: string | null },
  data?: Record<string, unknown>,
): void {
  ctx.record({
    type,
    subject,
    organizationId: person.organization?.id ?? null,
    privateTo: person.id,
    ...(ctx.caller.kind === 'anonymous' && { actor: userActor(person) }),
    ...(data && { data }),
  })
}

/** The caller as such a person. */
export function callingPerson({ caller }: Pick<Context, 'caller'>): Person {
  if (caller.kind === 'anonymous') throw new Error('Nobody is signed in.')
  return { id: caller.user.id, name: caller.user.name, organization: caller.organization }
}
