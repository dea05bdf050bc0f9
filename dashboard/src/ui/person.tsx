import type { ReactNode } from 'react'
import { Avatar, type AvatarProps } from './avatar.tsx'

interface PersonProps extends Omit<AvatarProps, 'size'> {
  /** Beside the name: a badge. */
  badges?: ReactNode
  /** Below the name, in small letters. */
  detail?: ReactNode
}

const kinds = { user: '', system: '', agent: ', agent', team: ', team' }

/** Somebody, or a team: how they look and what they are called. */
export function Person({ badges, detail, ...who }: PersonProps) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2.5">
      <Avatar {...who} size={detail ? 'size-8 text-xs' : 'size-5 text-[10px]'} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className={`relative truncate ${detail ? 'font-medium' : ''}`}>
            {who.name}
            {/* What the shape of the picture says. */}
            <span className="sr-only">{kinds[who.kind]}</span>
          </span>
          {badges}
        </span>
        {detail && <span className="block truncate text-[13px] text-muted">{detail}</span>}
      </span>
    </span>
  )
}
