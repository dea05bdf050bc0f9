import type { Entry } from '../../database/journal.ts'
import { concerning } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import type { viewEvents } from './events.ts'
import { type ViewRow, viewKind } from './view.ts'

/** What happens to a view is told to whoever saw it before or sees it now: to its owner alone, if nobody else does. */
export function recordView(
  ctx: Context,
  type: keyof typeof viewEvents,
  { before, after }: { before: ViewRow; after: ViewRow },
  what: Pick<Entry, 'changes' | 'data'>,
): void {
  const hidden = !before.shared && !after.shared
  ctx.record({
    type,
    ...concerning(viewKind, after),
    ...(hidden && { privateTo: after.owner_id }),
    version: after.version,
    ...what,
  })
}
