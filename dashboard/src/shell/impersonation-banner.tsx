import type { Me } from '../client.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { signOut } from './account-menu.tsx'
import { texts } from './texts.ts'

/** Reminds an administrator on every page that they act as another user. It can't be dismissed. */
export function ImpersonationBanner({ me }: { me: Me | undefined }) {
  const stop = useAction(() => signOut())
  const impersonator = me?.credential.impersonator
  if (!impersonator) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 bg-danger-soft px-3 py-1.5 text-danger md:px-5"
    >
      <span className="grow">{texts.impersonationBanner.text(impersonator.name, me.user.name)}</span>
      <Button busy={stop.busy} onClick={stop.run}>
        {texts.impersonationBanner.stop}
      </Button>
    </div>
  )
}
