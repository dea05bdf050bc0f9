import type { Entry } from '../../../database/journal.ts'
import { concerning } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import type { EventTypeOf } from '../../../database/events.ts'
import { type ViewRow, viewKind } from './view.ts'

/** Records an event of a view, visible to everyone who could see the view before or after the change. */
export function recordView(
  ctx: Context,
  type: EventTypeOf<'view'>,
  { before, after }: { before: ViewRow; after: ViewRow },
  entry: Pick<Entry, 'changes' | 'data'>,
): void {
  const isPrivate = !before.shared && !after.shared
  ctx.record({
    type,
    ...concerning(viewKind, after),
    ...(isPrivate && { privateTo: after.owner_id }),
    version: after.version,
    ...entry,
  })
}
