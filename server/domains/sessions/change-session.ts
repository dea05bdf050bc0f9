import { concerning, differences, expectVersion, inOurWords } from '../../database/rows.ts'
import type { Changes } from '../../database/tables.ts'
import { type KnownCaller, actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import type { sessionEvents } from './events.ts'
import { sessionKind } from './session.ts'
import type { SessionRow } from './tables.ts'

const documents = new Set(['goals', 'state', 'learned', 'worker'])
/** What somebody may want to read, or have back. The rest is kept in the session and its checkpoints. */
const told = new Set(['title', 'context', 'goals'])

interface Telling {
  type?: keyof typeof sessionEvents
  data?: Record<string, unknown>
  /** It is told even where it finds everything as it was. */
  always?: boolean
}

/** Changes a session and tells of it. */
export async function changeSession(
  ctx: Context,
  before: SessionRow,
  set: Partial<SessionRow>,
  { type = 'session.updated', data, always = false }: Telling = {},
): Promise<SessionRow> {
  expectVersion(ctx, before.version)
  const changes = differences(before, set)
  const names = Object.keys(changes)
  if (names.length === 0 && !always) return before
  const assignments = names.map((name, index) => `${name} = $${index + 2}, `)
  const [after] = await ctx.db.run<SessionRow>(
    `update sessions set ${assignments.join('')}version = version + 1, updated_at = now()
      where id = $1 returning *`,
    [before.id, ...names.map((name) => column(name, set[name as keyof SessionRow]))],
  )
  ctx.record({
    type,
    ...concerning(sessionKind, after!),
    version: after!.version,
    changes: inOurWords(onlyTold(changes)),
    ...(data && { data }),
  })
  return after!
}

function column(name: string, value: unknown): unknown {
  return documents.has(name) ? JSON.stringify(value) : value
}

function onlyTold(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => told.has(name)))
}

/** Who works in a session from now on: what they do is its sign of life. */
export function workOf(caller: KnownCaller): Pick<SessionRow, 'worker' | 'credential_id'> {
  return { worker: actorOf(caller), credential_id: caller.credentialId }
}
