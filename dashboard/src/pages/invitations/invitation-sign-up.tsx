import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../client.ts'
import { storeOrganization, startSession } from '../../session.ts'
import { storeLinkParameters } from '../../link-parameters.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { textValues, useSubmit } from '../../ui/submit.ts'
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
  const form = useSubmit(async (given) => {
    const result = await call('accounts.register', {
      ...textValues(given, 'name', 'password'),
      email,
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
    <Form form={form} operation="accounts.register">
      <TextField name="name" label={labels.name} autoComplete="name" autoFocus />
      <TextField
        name="email"
        label={accountTexts.addressField.label}
        hint={labels.emailHint}
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        className="bg-hover text-muted"
      />
      <PasswordField autoComplete="new-password" hint={passwordRule} />
      <SubmitButton className="tall mt-1">{labels.createAccount}</SubmitButton>
    </Form>
  )
}
