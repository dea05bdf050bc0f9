import { type CSSProperties, createContext, useContext, useState } from 'react'

/** The URLs of the images of people by their id, so that an image shows wherever a person appears. */
export const ImagesOfPeople = createContext<ReadonlyMap<string, string | null>>(new Map())

export interface AvatarProps {
  kind: 'user' | 'agent' | 'team' | 'system'
  id: string | null
  name: string
  /** The URL of the image. Without one, the initials are shown. */
  imageUrl?: string | null | undefined
  /** Classes for the size and its font size. Small by default. */
  size?: string
}

const shapes = { user: 'rounded-full', system: 'rounded-full', agent: 'rounded-[5px]', team: 'rounded-[30%]' }
const colours = {
  user: 'identity',
  agent: 'identity',
  team: 'bg-progress-soft text-progress',
  system: 'bg-hover text-muted',
}
/** Few enough that neighbouring hues differ at a glance. */
const hueCount = 12

/**
 * Shows people as circles, agents as squares and teams in between, so that they can be told apart at a glance. Each
 * person and each agent has its own colour.
 */
export function Avatar({ kind, id, name, imageUrl, size = 'size-5 text-[10px]' }: AvatarProps) {
  const images = useContext(ImagesOfPeople)
  const url = imageUrl ?? (kind === 'user' && id ? images.get(id) : null)
  /** The URL of an image that failed to load. */
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
      style={{ '--hue': hueOf(id ?? name) } as CSSProperties}
      // Not text, because the initials aren't part of the name of a button with an avatar (WCAG 2.5.3).
      data-initials={initials(name)}
      className={`inline-flex shrink-0 items-center justify-center font-semibold select-none before:content-[attr(data-initials)] ${size} ${shapes[kind]} ${colours[kind]}`}
    />
  )
}

/** Returns the hue of an id in degrees, the same in every browser (FNV-1a). */
function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash >>> 0) % hueCount) * (360 / hueCount)
}

/** Returns the initials. Splits by code point, so that surrogate pairs stay intact. */
function initials(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean)
  const [first = ''] = words
  const letters = words.length > 1 ? start(first, 1) + start(words.at(-1)!, 1) : start(first, 2)
  return letters.toUpperCase()
}

function start(word: string, length: number): string {
  return new RegExp(`^.{0,${length}}`, 'su').exec(word)![0]
}
