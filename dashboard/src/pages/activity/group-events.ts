import type { ActivityEvent } from '../../client.ts'

const maxGapMs = 15 * 60_000

/** Groups consecutive events of one actor on one item with short gaps. Events are newest first, and stay so. */
export function groupEvents<Event extends ActivityEvent>(events: readonly Event[]): Event[][] {
  const groups: Event[][] = []
  for (const event of events) {
    const last = groups.at(-1)?.at(-1)
    if (last && belongTogether(last, event)) groups.at(-1)!.push(event)
    else groups.push([event])
  }
  return groups
}

function belongTogether(newer: ActivityEvent, older: ActivityEvent): boolean {
  return (
    itemOf(newer) === itemOf(older) &&
    actorOf(newer) === actorOf(older) &&
    Date.parse(newer.at) - Date.parse(older.at) <= maxGapMs
  )
}

function itemOf(event: ActivityEvent): string {
  return `${event.project} ${itemKey(event) ?? event.subject.id}`
}

/** Returns the key of an event's item. Comments, evidence and reviews belong to the item that they are about. */
export function itemKey({ subject, data }: ActivityEvent): string | null {
  const item = data.item as { key?: string } | undefined
  return item?.key ?? subject.key
}

function actorOf({ actor }: ActivityEvent): string {
  return [actor.id, actor.name, actor.via, actor.onBehalfOf?.id, actor.impersonatedBy?.id].join(' ')
}
