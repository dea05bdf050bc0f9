import { useQuery } from '@tanstack/react-query'
import { type Me, call } from '../client.ts'
import { signInOptionsQuery } from '../queries.ts'
import { useAction } from '../ui/action.ts'
import { createSessionStore, useStore } from '../ui/store.ts'
import { showToast } from '../ui/toasts.ts'
import { Banner } from './banner.tsx'
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
    <Banner onDismiss={() => dismissed.set(true)}>
      {resend.message ?? banner.text(me.user.email)}{' '}
      <button
        type="button"
        disabled={resend.busy}
        onClick={resend.run}
        className="font-medium text-accent underline underline-offset-2 disabled:opacity-60"
      >
        {banner.resend}
      </button>
    </Banner>
  )
}
