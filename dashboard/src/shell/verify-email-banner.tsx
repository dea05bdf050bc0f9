import { useQuery } from '@tanstack/react-query'
import { XIcon } from 'lucide-react'
import { type Me, call } from '../client.ts'
import { signInOptionsQuery } from '../queries.ts'
import { useAction } from '../ui/action.ts'
import { IconButton } from '../ui/button.tsx'
import { createSessionStore, useStore } from '../ui/store.ts'
import { showToast } from '../ui/toasts.ts'
import { texts } from './texts.ts'

const dismissed = createSessionStore('baton.verify-email-banner-dismissed', false)

const banner = texts.verifyEmailBanner

/** Asks the user to confirm their email address. */
export function VerifyEmailBanner({ me }: { me: Me | undefined }) {
  const hasMailServer = useQuery(signInOptionsQuery).data?.mail
  const hidden = useStore(dismissed)
  const resend = useAction(async () => {
    await call('accounts.sendVerification', {})
    showToast({ text: banner.sent })
  })
  // Without a mail server, no email was sent.
  if (!hasMailServer || hidden || !me || me.user.emailVerified) return null
  return (
    <div role="status" className="flex items-center gap-3 border-b bg-accent-soft py-1 pr-2 pl-3 md:pl-5">
      <p className="min-w-0 wrap-anywhere">
        {resend.message ?? banner.text(me.user.email)}{' '}
        <button
          type="button"
          disabled={resend.busy}
          onClick={resend.run}
          className="font-medium text-accent underline underline-offset-2 disabled:opacity-60"
        >
          {banner.resend}
        </button>
      </p>
      <span className="ml-auto">
        <IconButton label={texts.dismissBanner} onClick={() => dismissed.set(true)}>
          <XIcon />
        </IconButton>
      </span>
    </div>
  )
}
