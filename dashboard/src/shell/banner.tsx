import { XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import { texts } from './texts.ts'

interface BannerProps {
  dismissLabel?: string
  onDismiss: () => void
  children: ReactNode
}

/** A message above every page, which the user can dismiss. */
export function Banner({ dismissLabel = texts.dismissBanner, onDismiss, children }: BannerProps) {
  return (
    <div role="status" className="flex items-center gap-3 border-b bg-accent-soft py-1 pr-2 pl-3 md:pl-5">
      <p className="min-w-0 grow wrap-anywhere">{children}</p>
      <IconButton label={dismissLabel} onClick={onDismiss}>
        <XIcon />
      </IconButton>
    </div>
  )
}
