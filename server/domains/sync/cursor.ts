import { z } from 'zod'
import { type Bookmark, encodeCursor, resumeFrom } from '../../database/journal.ts'
import type { Queries } from '../../database/connect.ts'
import { reject } from '../../errors/errors.ts'
import { syncKindNames } from '../../operations/sync-kind.ts'
import type { OnDevice } from './access.ts'
import type { Place } from './item.ts'
import { type View, readViews } from './views.ts'

/** How far a device has pulled. */
export interface Pulled {
  /** The position in the journal. All changes of items that it could see up to there were sent. */
  position: Bookmark
  /** What the device could see when it last had all of it. Null during the first fill. */
  view: View | null
  fill?: Fill
}

/** A fill that sends the items that became visible, in the order of an export, before the journal continues. */
export interface Fill {
  target: View
  /** The targets of fills that were interrupted because the scopes changed again. The device has some of their items. */
  interrupted: View[]
  place: Place
}

const Stored = z.strictObject({
  device: z.uuid(),
  organization: z.uuid(),
  journal: z.string().max(200),
  view: z.uuid().nullable(),
  fill: z
    .strictObject({
      target: z.uuid(),
      interrupted: z.array(z.uuid()).max(20),
      kind: z.int().min(0).max(syncKindNames.length),
      after: z.uuid().nullable(),
    })
    .optional(),
})

/** The maximum length of a cursor. */
export const maxCursor = 3000

export function encodePulled(epoch: string, { device, organization }: OnDevice, pulled: Pulled): string {
  const { position, view, fill } = pulled
  const stored: z.input<typeof Stored> = {
    device: device.id,
    organization: organization.id,
    journal: encodeCursor(epoch, position),
    view: view?.id ?? null,
    ...(fill && {
      fill: { target: fill.target.id, interrupted: fill.interrupted.map(({ id }) => id), ...fill.place },
    }),
  }
  return Buffer.from(JSON.stringify(stored)).toString('base64url')
}

/** Returns the state of a cursor. Rejects the cursor of another device or organization, and one that is too old. */
export async function decodePulled(
  db: Queries,
  epoch: string,
  owner: OnDevice,
  cursor: string,
): Promise<Pulled> {
  const stored = parseCursor(cursor)
  if (stored.device !== owner.device.id || stored.organization !== owner.organization.id)
    reject('invalid_cursor')
  const position = await resumeFrom(db, epoch, stored.journal)
  const { view: viewId, fill } = stored
  const ids = [viewId, fill?.target, ...(fill?.interrupted ?? [])].filter((id) => id != null)
  const views = new Map((await readViews(db, owner, ids)).map((view) => [view.id, view]))
  return {
    position,
    view: viewId === null ? null : views.get(viewId)!,
    ...(fill && {
      fill: {
        target: views.get(fill.target)!,
        interrupted: fill.interrupted.map((id) => views.get(id)!),
        place: { kind: fill.kind, after: fill.after },
      },
    }),
  }
}

function parseCursor(cursor: string): z.output<typeof Stored> {
  try {
    const stored = Stored.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    // Without either, the device would have no items and get none.
    if (stored.view !== null || stored.fill) return stored
  } catch {}
  return reject('invalid_cursor')
}
