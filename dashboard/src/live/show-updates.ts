import type { ActivityEvent, Role } from '../client.ts'
import { actorName, describeAction } from '../pages/activity/sentences.ts'
import { asRole } from '../roles.ts'
import { showToast } from '../ui/toasts.ts'
import { isOwnWrite, writesSettled } from './own-writes.ts'

const told = /^(task|project|epic|story|comment|note|decision|spec|skill)\./
/** They change no version, and so nobody can tell by it who made them. */
const sideEffects = new Set([
  ...['task.unblocked', 'task.linked', 'task.unlinked'],
  ...['decision.discussed', 'spec.linked', 'spec.unlinked'],
])

/** One short line about what others did; what this page did itself is no news to its reader. */
export async function showUpdates(events: ActivityEvent[], myId: string | undefined): Promise<void> {
  await writesSettled()
  const role = events.findLast(({ type, subject }) => type === 'member.updated' && subject.id === myId)
  if (role && role.actor.id !== myId) return showToast({ text: newRole(role), tone: 'news' })
  const own = new Set(events.filter(isOwnWrite).map(({ at }) => at))
  // What this page did has other ends too: a task that is free to begin, all that went into the trash with an epic.
  const followed = ({ type, actor, at }: ActivityEvent) =>
    actor.id === myId && !actor.via && (own.has(at) || sideEffects.has(type))
  const news = events.filter((event) => told.test(event.type) && !isOwnWrite(event) && !followed(event))
  const latest = news.at(-1)
  if (!latest) return
  const more = news.length > 1 ? ` (and ${news.length - 1} more)` : ''
  showToast({ text: `${who(latest, myId)} ${describeAction(latest)}${more}`, tone: 'news' })
}

function who({ actor }: ActivityEvent, myId: string | undefined): string {
  // A token that is bound to no agent acts under the name of its owner.
  if (actor.kind !== 'user' || actor.id !== myId) return actorName(actor)
  return actor.via ? `Your token “${actor.via}”` : 'You, in another window,'
}

function newRole({ actor, data }: ActivityEvent): string {
  const { role } = data.changes as { role: { to: Role } }
  return `${actorName(actor)} has changed your role: you are ${asRole[role.to]} now.`
}
