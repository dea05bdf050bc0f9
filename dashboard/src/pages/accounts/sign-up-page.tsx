import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { storeDestination } from '../../destination.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { startSession } from '../../session.ts'
import { storeLinkParameters, linkParameters, useLinkParameters } from '../../link-parameters.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { filledTextValues, text, textValues, useSubmit } from '../../ui/submit.ts'
import { AddressField } from './address-field.tsx'
import { Entrance } from './entrance.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordRule } from './password-rule.tsx'
import { Or, ProviderLinks } from './providers.tsx'
import { texts } from './texts.ts'
import { AuthLink } from './auth-link.tsx'

export function SignUpPage() {
  const { to } = useSearch({ from: '/sign-up' })
  const options = useQuery(signInOptionsQuery).data
  const { setup } = useLinkParameters('/sign-up')
  const { title, intro, setupLink, invitationOnly, closed } = texts.signUpPage
  const [sentTo, setSentTo] = useState<string | null>(null)
  const hasPassword = options?.password !== false
  if (sentTo !== null) return <CheckYourEmail email={sentTo} to={to} />
  if (options?.setupLinkNeeded && setup === undefined)
    return <Entrance title={setupLink.title} text={setupLink.text(options.instance)} />
  if (options?.registration === false) {
    const reason = options.registrationMode === 'invitation' ? invitationOnly : closed
    return (
      <Entrance title={reason.title} text={reason.text(options.instance)}>
        <SignInInstead to={to} />
      </Entrance>
    )
  }
  return (
    <Entrance title={title} text={intro}>
      {hasPassword && (
        <RegistrationForm
          mail={options?.mail ?? false}
          domains={options?.registrationDomains ?? []}
          onSent={(email) => {
            storeDestination(to ?? '/onboarding')
            setSentTo(email)
          }}
        />
      )}
      {options !== undefined && options.providers.length > 0 && (
        <>
          {hasPassword && <Or />}
          <div className="flex flex-col gap-2">
            <ProviderLinks to={to} />
          </div>
        </>
      )}
      <SignInInstead to={to} />
    </Entrance>
  )
}

/** Looks the same for an address that already has an account. Only the email reveals the difference. */
function CheckYourEmail({ email, to }: { email: string; to: string | undefined }) {
  const { title, sent, noEmail } = texts.signUpPage.checkYourEmail
  return (
    <Entrance title={title} text={sent(email)}>
      <p className="text-muted">
        {noEmail}{' '}
        <AuthLink page="/sign-in" to={to}>
          {texts.signUpPage.signIn}
        </AuthLink>
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
  const labels = texts.signUpPage
  const form = useSubmit(async (given) => {
    const { setup } = linkParameters('/sign-up')
    const email = text(given, 'email').trim()
    const result = await call('accounts.register', {
      ...textValues(given, 'name', 'password'),
      email,
      ...filledTextValues(given, 'organization'),
      ...(setup !== undefined && { setup }),
    })
    storeLinkParameters('/sign-up', {})
    if ('token' in result) startSession(result.token)
    else onSent(email)
  })
  return (
    <Form form={form} operation="accounts.register">
      <TextField name="name" label={labels.name} autoComplete="name" autoFocus />
      <AddressField autoComplete="email" hint={addressHint(mail, domains)} />
      <PasswordField autoComplete="new-password" hint={passwordRule} />
      <TextField
        name="organization"
        label={labels.organization}
        hint={labels.organizationHint}
        autoComplete="organization"
      />
      <SubmitButton className="tall mt-1">{labels.createAccount}</SubmitButton>
    </Form>
  )
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

function addressHint(mail: boolean, domains: string[]): string | undefined {
  if (domains.length > 0) return texts.signUpPage.emailDomains(anyOf.format(domains))
  return mail ? texts.signUpPage.emailHint : undefined
}

function SignInInstead({ to }: { to: string | undefined }) {
  return (
    <p className="text-muted">
      {texts.signUpPage.haveAccount}{' '}
      <AuthLink page="/sign-in" to={to}>
        {texts.signUpPage.signIn}
      </AuthLink>
    </p>
  )
}
