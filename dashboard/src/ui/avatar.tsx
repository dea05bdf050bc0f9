import { createContext, useContext, useState } from 'react'
import type { Profile } from '../client.ts'

/** Who looks at the page: their picture is known wherever they appear. */
export const Myself = createContext<Profile | undefined>(undefined)

export interface AvatarProps {
  kind: 'user' | 'agent' | 'team' | 'system'
  id: string | null
  name: string
  /** Where their picture is; without one they have their initials. */
  picture?: string | null | undefined
  /** With the size of its text: what is small unless told. */
  size?: string
}

const shapes = { user: 'rounded-full', system: 'rounded-full', agent: 'rounded-[5px]', team: 'rounded-[30%]' }
const colours = {
  user: 'bg-accent-soft text-accent',
  agent: 'bg-agent-soft text-agent',
  team: 'bg-progress-soft text-progress',
  system: 'bg-hover text-muted',
}

/** A person is round, an agent has corners, a team is in between: one sees at a glance who it is. */
export function Avatar({ kind, id, name, picture, size = 'size-5 text-[10px]' }: AvatarProps) {
  const me = useContext(Myself)
  const url = picture ?? (kind === 'user' && me?.id === id ? me?.avatarUrl : null)
  /** The picture that could not be shown, if one could not. */
  const [broken, setBroken] = useState<string | null>(null)
  if (url && url !== broken)
    return (
      <img
        src={url}
        alt=""
        title={name}
        onError={() => setBroken(url)}
        className={`shrink-0 object-cover ${shapes[kind]} ${size}`}
      />
    )
  return (
    <span
      aria-hidden
      title={name}
      className={`inline-flex shrink-0 items-center justify-center font-semibold select-none ${size} ${shapes[kind]} ${colours[kind]}`}
    >
      {initials(name)}
    </span>
  )
}

/** By character: half of one is none. */
function initials(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean)
  const [first = ''] = words
  const letters = words.length > 1 ? start(first, 1) + start(words.at(-1)!, 1) : start(first, 2)
  return letters.toUpperCase()
}

function start(word: string, length: number): string {
  return new RegExp(`^.{0,${length}}`, 'su').exec(word)![0]
}
