import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { storeDestination } from '../../destination.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { startSession } from '../../session.ts'
import { storeLinkParameters, linkParameters, useLinkParameters } from '../../link-parameters.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { AddressField } from './address-field.tsx'
import { Entrance } from './entrance.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordRule } from './password-rule.tsx'
import { Or, ProviderLinks } from './providers.tsx'
import { WayLink } from './way-link.tsx'

export function SignUpPage() {
  const { to } = useSearch({ from: '/sign-up' })
  const options = useQuery(signInOptionsQuery).data
  const { setup } = useLinkParameters('/sign-up')
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) return <CheckYourEmail email={sentTo} to={to} />
  if (options?.setupLinkNeeded && setup === undefined)
    return (
      <Entrance
        title="Open the setup link"
        text={`${options.instance} has no administrator yet. The server prints a link for their account when it starts.`}
      />
    )
  if (options?.registration === false)
    return (
      <Entrance
        {...(options.registrationMode === 'invitation'
          ? {
              title: 'Registration needs an invitation',
              text: `Ask a member of ${options.instance} to invite you, then open the link in the email.`,
            }
          : {
              title: 'Registration is closed',
              text: `${options.instance} accepts no new accounts.`,
            })}
      >
        <SignInInstead to={to} />
      </Entrance>
    )
  return (
    <Entrance title="Make an account" text="Run software projects together with people and AI agents.">
      <RegistrationForm
        mail={options?.mail ?? false}
        domains={options?.registrationDomains ?? []}
        onSent={(email) => {
          storeDestination(to ?? '/onboarding')
          setSentTo(email)
        }}
      />
      {options !== undefined && options.providers.length > 0 && (
        <>
          <Or />
          <div className="flex flex-col gap-2">
            <ProviderLinks to={to} />
          </div>
        </>
      )}
      <SignInInstead to={to} />
    </Entrance>
  )
}

/** The same for an address that already has an account: only its mailbox learns that. */
function CheckYourEmail({ email, to }: { email: string; to: string | undefined }) {
  return (
    <Entrance
      title="Check your email"
      text={
        <>
          We sent an email to <strong className="font-medium text-ink">{email}</strong>. Open the link in it
          to confirm your address, then sign in with your password.
        </>
      }
    >
      <p className="text-muted">
        No email? Check your spam folder, or{' '}
        <WayLink way="/sign-in" to={to}>
          sign in
        </WayLink>{' '}
        and send it again.
      </p>
    </Entrance>
  )
}

interface RegistrationFormProps {
  mail: boolean
  domains: string[]
  onSent: (email: string) => void
}

function RegistrationForm({ mail, domains, onSent }: RegistrationFormProps) {
  const form = useSubmit(['name', 'email', 'password', 'organization'], async (given) => {
    const organization = text(given, 'organization').trim()
    const { setup } = linkParameters('/sign-up')
    const email = text(given, 'email').trim()
    const answer = await call('accounts.register', {
      name: text(given, 'name'),
      email,
      password: text(given, 'password'),
      ...(organization && { organization }),
      ...(setup !== undefined && { setup }),
    })
    storeLinkParameters('/sign-up', {})
    if ('token' in answer) startSession(answer.token)
    else onSent(email)
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <Field label="Your name" error={form.errorOf('name')}>
        {(control) => <input {...control} name="name" autoComplete="name" autoFocus className="control" />}
      </Field>
      <AddressField autoComplete="email" hint={addressHint(mail, domains)} error={form.errorOf('email')} />
      <PasswordField autoComplete="new-password" hint={passwordRule} error={form.errorOf('password')} />
      <Field
        label="Organization (optional)"
        hint="Where your projects live. You can leave it out."
        error={form.errorOf('organization')}
      >
        {(control) => (
          <input {...control} name="organization" autoComplete="organization" className="control" />
        )}
      </Field>
      <Button type="submit" kind="primary" busy={form.busy} className="tall mt-1">
        Make account
      </Button>
    </form>
  )
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

function addressHint(mail: boolean, domains: string[]): string | undefined {
  if (domains.length > 0) return `Use an email address at ${anyOf.format(domains)}.`
  return mail ? 'We send a link there, with which you confirm that it is yours.' : undefined
}

function SignInInstead({ to }: { to: string | undefined }) {
  return (
    <p className="text-muted">
      You have one already?{' '}
      <WayLink way="/sign-in" to={to}>
        Sign in
      </WayLink>
    </p>
  )
}
