import type { Present } from '../live/presence.ts'
import { Avatar } from './avatar.tsx'

interface FacesProps {
  people: readonly Present[]
  most?: number
}

/** A few people, side by side, and how many more there are. Whoever is away is pale. */
export function Faces({ people, most = 5 }: FacesProps) {
  const more = people.length - most
  return (
    <span className="flex items-center gap-0.5">
      {people.slice(0, most).map(({ user, status }) => (
        <span key={user.id} className={`flex ${status === 'away' ? 'opacity-45' : ''}`}>
          <Avatar kind="user" {...user} picture={user.avatarUrl} size="size-6 text-[10px]" />
        </span>
      ))}
      {more > 0 && <span className="ml-1 text-xs whitespace-nowrap text-muted">{more} more</span>}
    </span>
  )
}

/** Who they are, for those who do not see them: "Ada, and Grace who is away". */
export function namesOf(people: readonly Present[]): string {
  const names = people.map(({ user, status }) => (status === 'away' ? `${user.name} (away)` : user.name))
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}
