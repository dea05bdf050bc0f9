import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../client.ts'
import { storeOrganization, startSession } from '../../session.ts'
import { storeLinkParameters } from '../../link-parameters.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { typedAddress } from '../accounts/email-requests.ts'
import { Entrance } from '../accounts/entrance.tsx'
import { PasswordField } from '../accounts/password-field.tsx'
import { passwordRule } from '../accounts/password-rule.tsx'
import { WayLink } from '../accounts/way-link.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { Declined } from './invitation-for-me.tsx'
import { Named, Offer } from './offer.tsx'
import type { ReceivedInvitation } from './queries.ts'

interface ForNewcomerProps {
  invitation: ReceivedInvitation
  secret: string
  onJoined: (organization: string) => void
}

/** Not signed in: with an account, or without one yet. The link is enough to make one, even where nobody else can. */
export function InvitationSignUp({ invitation, secret, onJoined }: ForNewcomerProps) {
  const [state, setState] = useState<'open' | 'asking' | 'declined'>('open')
  const { email, organization } = invitation
  // Whoever goes to sign in does not type it.
  useEffect(() => typedAddress.set(email), [email])
  if (state === 'declined') return <Declined name={organization.name} />
  return (
    <Entrance title={`Join ${organization.name}`} text={<Offer invitation={invitation} />}>
      <p className="text-muted wrap-anywhere">
        You have an account with <Named>{email}</Named> already?{' '}
        <WayLink way="/sign-in" to="/invitation">
          Sign in
        </WayLink>
      </p>
      <RegistrationForm {...{ invitation, secret, onJoined }} />
      <p className="text-muted">
        You do not want to?{' '}
        <button
          type="button"
          onClick={() => setState('asking')}
          className="font-medium text-accent underline underline-offset-2"
        >
          Decline the invitation
        </button>
      </p>
      {state === 'asking' && (
        <DeclineDialog
          {...{ invitation, secret }}
          onDeclined={() => setState('declined')}
          onClose={() => setState((now) => (now === 'asking' ? 'open' : now))}
        />
      )}
    </Entrance>
  )
}

function RegistrationForm({ invitation, secret, onJoined }: ForNewcomerProps) {
  const { email, organization } = invitation
  const navigate = useNavigate()
  const form = useSubmit(['name', 'password'], async (given) => {
    const answer = await call('accounts.register', {
      ...{ name: text(given, 'name'), email, password: text(given, 'password') },
      invitation: secret,
    })
    // The secret of an invitation confirms the address, so nothing else has to.
    if (!('token' in answer)) return
    onJoined(organization.name)
    storeLinkParameters('/invitation', {})
    // Whoever was here before may have left their choice.
    storeOrganization(null)
    startSession(answer.token)
    await navigate({ to: '/projects' })
    showToast({ text: `You are in ${organization.name} now.` })
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <Field label="Your name" error={form.errorOf('name')}>
        {(control) => <input {...control} name="name" autoComplete="name" autoFocus className="control" />}
      </Field>
      <Field label="E-mail address" hint="The one that was invited.">
        {(control) => (
          <input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            readOnly
            className="control bg-hover text-muted"
          />
        )}
      </Field>
      <PasswordField autoComplete="new-password" hint={passwordRule} error={form.errorOf('password')} />
      <Button type="submit" kind="primary" busy={form.busy} className="tall mt-1">
        Make account and join
      </Button>
    </form>
  )
}
