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
import { texts as accountTexts } from '../accounts/texts.ts'
import { AuthLink } from '../accounts/auth-link.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { Declined } from './invitation-for-me.tsx'
import { Offer } from './offer.tsx'
import type { ReceivedInvitation } from './queries.ts'
import { texts } from './texts.ts'

interface InvitationSignUpProps {
  invitation: ReceivedInvitation
  secret: string
  onJoined: (organization: string) => void
}

/** For a user who isn't signed in. The link lets them create an account even if registration is closed. */
export function InvitationSignUp({ invitation, secret, onJoined }: InvitationSignUpProps) {
  const [state, setState] = useState<'open' | 'declining' | 'declined'>('open')
  const { email, organization } = invitation
  const labels = texts.invitationSignUp
  // Prefills the address on the sign-in page.
  useEffect(() => typedAddress.set(email), [email])
  if (state === 'declined') return <Declined name={organization.name} />
  return (
    <Entrance title={labels.title(organization.name)} text={<Offer invitation={invitation} />}>
      <p className="text-muted wrap-anywhere">
        {labels.haveAccount(email)}{' '}
        <AuthLink page="/sign-in" to="/invitation">
          {labels.signIn}
        </AuthLink>
      </p>
      <RegistrationForm {...{ invitation, secret, onJoined }} />
      <p className="text-muted">
        {labels.dontWant}{' '}
        <button
          type="button"
          onClick={() => setState('declining')}
          className="font-medium text-accent underline underline-offset-2"
        >
          {labels.decline}
        </button>
      </p>
      {state === 'declining' && (
        <DeclineDialog
          {...{ invitation, secret }}
          onDeclined={() => setState('declined')}
          onClose={() => setState((now) => (now === 'declining' ? 'open' : now))}
        />
      )}
    </Entrance>
  )
}

function RegistrationForm({ invitation, secret, onJoined }: InvitationSignUpProps) {
  const { email, organization } = invitation
  const navigate = useNavigate()
  const labels = texts.invitationSignUp
  const form = useSubmit(['name', 'password'], async (given) => {
    const result = await call('accounts.register', {
      name: text(given, 'name'),
      email,
      password: text(given, 'password'),
      invitation: secret,
    })
    // The secret of an invitation confirms the address, so the server always returns a session.
    if (!('token' in result)) return
    onJoined(organization.name)
    storeLinkParameters('/invitation', {})
    // A previous user of this browser may have selected an organization.
    storeOrganization(null)
    startSession(result.token)
    await navigate({ to: '/projects' })
    showToast({ text: texts.joined(organization.name) })
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <Field label={labels.name} error={form.errorOf('name')}>
        {(control) => <input {...control} name="name" autoComplete="name" autoFocus className="control" />}
      </Field>
      <Field label={accountTexts.addressField.label} hint={labels.emailHint}>
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
        {labels.createAccount}
      </Button>
    </form>
  )
}
