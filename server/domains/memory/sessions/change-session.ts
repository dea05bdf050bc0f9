import { concerning, differences, expectVersion, inOurWords, writeChanges } from '../../../database/rows.ts'
import type { Changes } from '../../../database/tables.ts'
import { type KnownCaller, actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import type { sessionEvents } from './events.ts'
import { sessionKind } from './session.ts'
import type { SessionRow } from './tables.ts'

/** Fields whose changes are worth reading or undoing. The session and its checkpoints store the rest. */
const journaledFields = new Set(['title', 'context', 'goals'])

interface EventOptions {
  type?: keyof typeof sessionEvents
  data?: Record<string, unknown>
  /** Records the event even if no field changes. */
  always?: boolean
}

/** Updates a session and records the event. */
export async function changeSession(
  ctx: Context,
  before: SessionRow,
  set: Partial<SessionRow>,
  { type = 'session.updated', data, always = false }: EventOptions = {},
): Promise<SessionRow> {
  expectVersion(ctx, before.version)
  const changes = differences(before, set)
  if (Object.keys(changes).length === 0 && !always) return before
  const after = await writeChanges(ctx, sessionKind, before.id, changes)
  ctx.record({
    type,
    ...concerning(sessionKind, after),
    version: after.version,
    changes: inOurWords(pickJournaled(changes)),
    ...(data && { data }),
  })
  return after
}

function pickJournaled(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => journaledFields.has(name)))
}

/** Returns the columns that make the caller the session's worker. Later calls with this credential keep it active. */
export function workerColumns(caller: KnownCaller): Pick<SessionRow, 'worker' | 'credential_id'> {
  return { worker: actorOf(caller), credential_id: caller.credentialId }
}
