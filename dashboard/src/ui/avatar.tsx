import { createContext, useContext } from 'react'
import type { Profile } from '../client.ts'

/** Who looks at the page. Theirs is the only picture that is known: others have their initials. */
export const Myself = createContext<Profile | undefined>(undefined)

interface AvatarProps {
  kind: 'user' | 'agent' | 'system'
  id: string | null
  name: string
  /** With the size of its text: what is small unless told. */
  size?: string
}

/** A person is round, an agent has corners: one sees at a glance who did it. */
export function Avatar({ kind, id, name, size = 'size-5 text-[10px]' }: AvatarProps) {
  const me = useContext(Myself)
  const picture = kind === 'user' && me?.id === id && me?.avatarUrl
  if (picture)
    return <img src={picture} alt="" title={name} className={`shrink-0 rounded-full object-cover ${size}`} />
  const look = {
    user: 'rounded-full bg-accent-soft text-accent',
    agent: 'rounded-[5px] bg-agent-soft text-agent',
    system: 'rounded-full bg-hover text-muted',
  }[kind]
  return (
    <span
      aria-hidden
      title={name}
      className={`inline-flex shrink-0 items-center justify-center font-semibold ${size} ${look}`}
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean)
  return (
    words.length > 1 ? words[0]!.slice(0, 1) + words.at(-1)!.slice(0, 1) : name.slice(0, 2)
  ).toUpperCase()
}
