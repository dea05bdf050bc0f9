import type { Me } from '../client.ts'
import { organizationLost } from '../session.ts'
import { IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { useStore } from '../ui/store.ts'

/** The organization that was chosen here is gone, or has let them go: what is shown now is of another one. */
export function LostBanner({ me }: { me: Me | undefined }) {
  const lost = useStore(organizationLost)
  if (!lost || !me) return null
  return (
    <div role="status" className="flex items-center gap-3 border-b bg-accent-soft py-1 pr-2 pl-3 md:pl-5">
      <p className="min-w-0 grow wrap-anywhere">
        You are no longer in the organization that was open here, or it is gone.
        {me.organization && ` This is ${me.organization.name}.`}
      </p>
      <IconButton label="Understood" onClick={() => organizationLost.set(false)}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}
