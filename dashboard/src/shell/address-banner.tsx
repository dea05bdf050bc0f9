import { useQuery } from '@tanstack/react-query'
import { type Me, call } from '../client.ts'
import { signInOptionsQuery } from '../queries.ts'
import { useAction } from '../ui/action.ts'
import { IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { createKeptStore, useStore } from '../ui/store.ts'
import { showToast } from '../ui/toasts.ts'

const dismissed = createKeptStore('baton.address-banner-dismissed', false)

/** For whoever has not followed the link yet that proves their address. */
export function AddressBanner({ me }: { me: Me | undefined }) {
  const mail = useQuery(signInOptionsQuery).data?.mail
  const hidden = useStore(dismissed)
  const again = useAction(async () => {
    await call('accounts.sendVerification', {})
    showToast({ text: 'The link is on its way.' })
  })
  // Where mails reach nobody, nobody can be asked to look for one.
  if (!mail || hidden || !me || me.user.emailVerified) return null
  return (
    <div role="status" className="flex items-center gap-3 border-b bg-accent-soft py-1 pr-2 pl-3 md:pl-5">
      <p className="min-w-0 wrap-anywhere">
        {again.message ?? `Confirm your address: we sent a link to ${me.user.email}.`}{' '}
        <button
          type="button"
          disabled={again.busy}
          onClick={again.run}
          className="font-medium text-accent underline underline-offset-2 disabled:opacity-60"
        >
          Send again
        </button>
      </p>
      <span className="ml-auto">
        <IconButton label="Not now" onClick={() => dismissed.set(true)}>
          <CloseIcon />
        </IconButton>
      </span>
    </div>
  )
}
