import type { Present } from '../live/presence.ts'
import { Avatar } from './avatar.tsx'
import { texts } from './texts.ts'

interface AvatarStackProps {
  people: readonly Present[]
  max?: number
}

/** The avatars of the first few people and the number of others. People who are away are faded. */
export function AvatarStack({ people, max = 5 }: AvatarStackProps) {
  const more = people.length - max
  return (
    <span className="flex items-center gap-0.5">
      {people.slice(0, max).map(({ user, status }) => (
        <span key={user.id} className={`flex ${status === 'away' ? 'opacity-45' : ''}`}>
          <Avatar kind="user" {...user} imageUrl={user.avatarUrl} size="size-6 text-[10px]" />
        </span>
      ))}
      {more > 0 && (
        <span className="ml-1 text-xs whitespace-nowrap text-muted">{texts.onlineMembers.more(more)}</span>
      )}
    </span>
  )
}

/** Returns the names for screen readers, such as "Ada and Grace (away)". */
export function namesOf(people: readonly Present[]): string {
  const { away, and } = texts.onlineMembers
  const names = people.map(({ user, status }) => (status === 'away' ? away(user.name) : user.name))
  return names.length > 1 ? and(names.slice(0, -1).join(', '), names.at(-1)!) : (names[0] ?? '')
}
