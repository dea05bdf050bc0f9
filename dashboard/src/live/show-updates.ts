import type { ActivityEvent, Role } from '../client.ts'
import { actorName, describeAction } from '../pages/activity/sentences.ts'
import { asRole } from '../roles.ts'
import { showToast } from '../ui/toasts.ts'
import { isOwnWrite, writesSettled } from './own-writes.ts'
import { texts } from './texts.ts'

const announcedTypes = /^(task|project|epic|story|comment|note|decision|spec|skill)\./
/** Events that change no version, so that `isOwnWrite` can't recognize them. */
const sideEffects = new Set([
  'task.unblocked',
  'task.linked',
  'task.unlinked',
  'decision.discussed',
  'spec.linked',
  'spec.unlinked',
])

/** Shows a toast about changes by others, but not about those that this page made. */
export async function showUpdates(events: ActivityEvent[], myId: string | undefined): Promise<void> {
  await writesSettled()
  const role = events.findLast(({ type, subject }) => type === 'member.updated' && subject.id === myId)
  if (role && role.actor.id !== myId) return showToast({ text: newRole(role), tone: 'update' })
  // A confirmed proposal is stored together with the change that it makes.
  const isOwnDecision = ({ type, actor }: ActivityEvent) =>
    type === 'ai_session.decided' && actor.id === myId && !actor.via
  const own = new Set(events.filter((event) => isOwnWrite(event) || isOwnDecision(event)).map(({ at }) => at))
  // A change by this page can have side effects, such as unblocked tasks, or an epic's tasks in the trash.
  const isOwnSideEffect = ({ type, actor, at }: ActivityEvent) =>
    actor.id === myId && !actor.via && (own.has(at) || sideEffects.has(type))
  const updates = events.filter(
    (event) => announcedTypes.test(event.type) && !isOwnWrite(event) && !isOwnSideEffect(event),
  )
  const latest = updates.at(-1)
  if (!latest) return
  const sentence = `${actorLabel(latest, myId)} ${describeAction(latest)}`
  showToast({ text: texts.update(sentence, updates.length - 1), tone: 'update' })
}

function actorLabel({ actor }: ActivityEvent, myId: string | undefined): string {
  // A token without an agent acts under its owner's name.
  if (actor.kind !== 'user' || actor.id !== myId) return actorName(actor)
  return actor.via ? texts.yourToken(actor.via) : texts.youElsewhere
}

function newRole({ actor, data }: ActivityEvent): string {
  const { role } = data.changes as { role: { to: Role } }
  return texts.roleChanged(actorName(actor), asRole[role.to])
}
