import type { ReactNode } from 'react'
import { Avatar, type AvatarProps } from './avatar.tsx'
import { texts } from './texts.ts'

interface PersonProps extends Omit<AvatarProps, 'size'> {
  /** Shown beside the name. */
  badges?: ReactNode
  /** Small text below the name. */
  detail?: ReactNode
}

/** The avatar and name of a user, an agent or a team. */
export function Person({ badges, detail, ...avatar }: PersonProps) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2.5">
      <Avatar {...avatar} size={detail ? 'size-8 text-xs' : 'size-5 text-[10px]'} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className={`relative truncate ${detail ? 'font-medium' : ''}`}>
            {avatar.name}
            {/* The shape of the avatar shows the kind. Screen readers need it as text. */}
            <span className="sr-only">{texts.kinds[avatar.kind]}</span>
          </span>
          {badges}
        </span>
        {detail && <span className="block truncate text-[13px] text-muted">{detail}</span>}
      </span>
    </span>
  )
}
