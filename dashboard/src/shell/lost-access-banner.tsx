import type { Me } from '../client.ts'
import { organizationLost } from '../session.ts'
import { useStore } from '../ui/store.ts'
import { Banner } from './banner.tsx'
import { texts } from './texts.ts'

const banner = texts.lostAccessBanner

/** Explains that the user lost access to the selected organization and sees another one. */
export function LostAccessBanner({ me }: { me: Me | undefined }) {
  const isLost = useStore(organizationLost)
  if (!isLost || !me) return null
  return (
    <Banner dismissLabel={banner.dismiss} onDismiss={() => organizationLost.set(false)}>
      {banner.text} {me.organization && banner.current(me.organization.name)}
    </Banner>
  )
}
