import { XIcon } from 'lucide-react'
import type { Me } from '../client.ts'
import { organizationLost } from '../session.ts'
import { IconButton } from '../ui/button.tsx'
import { useStore } from '../ui/store.ts'
import { texts } from './texts.ts'

const banner = texts.lostAccessBanner

/** Explains that the user lost access to the selected organization and sees another one. */
export function LostAccessBanner({ me }: { me: Me | undefined }) {
  const isLost = useStore(organizationLost)
  if (!isLost || !me) return null
  return (
    <div role="status" className="flex items-center gap-3 border-b bg-accent-soft py-1 pr-2 pl-3 md:pl-5">
      <p className="min-w-0 grow wrap-anywhere">
        {banner.text} {me.organization && banner.current(me.organization.name)}
      </p>
      <IconButton label={banner.dismiss} onClick={() => organizationLost.set(false)}>
        <XIcon />
      </IconButton>
    </div>
  )
}
