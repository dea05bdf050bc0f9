import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../client.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { session } from '../../session.ts'
import { storeLinkParameters, linkParameters } from '../../link-parameters.ts'
import { linkError } from '../../link-error.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { DigitsIcon, EnvelopeIcon, PasskeyIcon } from '../../ui/icons.tsx'
import { useStore } from '../../ui/store.ts'
import { text, useSubmit } from '../../ui/submit.ts'
import { AddressField } from './address-field.tsx'
import { requestCode, requestLink } from './email-requests.ts'
import { Entrance } from './entrance.tsx'
import { signInWithPasskey } from './passkey.ts'
import { PasswordField } from './password-field.tsx'
import { AtTheEdge, Or, ProviderLinks } from './providers.tsx'
import { useSignIn } from './use-sign-in.ts'
import { WayLink } from './way-link.tsx'

const formId = 'sign-in'

export function SignInPage() {
  const { to } = useSearch({ from: '/sign-in' })
  const options = useQuery(signInOptionsQuery).data
  const note = useNote(to)
  const [refused, setRefused] = useWhatCameBack()
  const passkey = useAction(signInWithPasskey)
  const form = useSignInForm(to, () => {
    passkey.clear()
    setRefused(undefined)
  })
  const message = passkey.message ?? form.message ?? refused
  const byMail = (way: string) => ({
    ...{ type: 'submit' as const, form: formId, name: 'way', value: way, className: 'tall' },
    busy: form.busy && form.way === way,
  })
  return (
    <Entrance title="Sign in" text={`Welcome back to ${options?.instance ?? 'Baton'}.`}>
      <form id={formId} onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{message}</FormMessage>
        {!message && <FormMessage tone="note">{note}</FormMessage>}
        <AddressField autoComplete="username" autoFocus error={form.errorOf('email')} />
        <PasswordField
          autoComplete="current-password"
          hint={
            <WayLink way="/forgot-password" to={to}>
              Forgot your password?
            </WayLink>
          }
          error={form.errorOf('password')}
        />
        <Button
          type="submit"
          kind="primary"
          busy={form.busy && form.way === 'password'}
          className="tall mt-1"
        >
          Sign in
        </Button>
      </form>
      <Or />
      <div className="flex flex-col gap-2">
        <ProviderLinks to={to} />
        {browserSupportsWebAuthn() && (
          <Button busy={passkey.busy} onClick={passkey.run} className="tall relative">
            <AtTheEdge>
              <PasskeyIcon />
            </AtTheEdge>
            Use a passkey
          </Button>
        )}
        {options?.mail && (
          <div className="grid grid-cols-2 gap-2">
            <Button {...byMail('code')}>
              <DigitsIcon /> Send me a code
            </Button>
            <Button {...byMail('link')}>
              <EnvelopeIcon /> Send me a link
            </Button>
          </div>
        )}
      </div>
      {options?.registration !== false && (
        <p className="text-muted">
          New here?{' '}
          <WayLink way="/sign-up" to={to}>
            Make an account
          </WayLink>
        </p>
      )}
    </Entrance>
  )
}

/** One address for three ways: its password, a code or a link, as the button says that was pressed. */
function useSignInForm(to: string | undefined, onBegin: () => void) {
  const navigate = useNavigate()
  const signIn = useSignIn(to)
  const [way, setWay] = useState('password')
  const form = useSubmit(['email', 'password'], async (given) => {
    const email = text(given, 'email').trim()
    const chosen = text(given, 'way') || 'password'
    setWay(chosen)
    onBegin()
    if (chosen === 'code') {
      await requestCode(email)
      await navigate({ to: '/sign-in/code', search: { to } })
    } else if (chosen === 'link') {
      await requestLink(email, to)
      await navigate({ to: '/sign-in/link', search: { to } })
    } else await signIn(await call('accounts.logIn', { email, password: text(given, 'password') }))
  })
  return { ...form, way }
}

/** Why the person is here: the last session has ended, or they wanted something that needs one. */
function useNote(to: string | undefined): string | undefined {
  const { farewell } = useStore(session)
  if (farewell) return farewell
  if (to === '/device') return 'Sign in first, then decide about the device.'
  if (to?.startsWith('/mcp-sign-in/')) return 'Sign in first, then decide about the program that asks.'
  if (to === '/invitation') return 'Sign in first, then answer the invitation.'
  if (to === '/verify-email') return 'Sign in first, to the account whose address you want to confirm.'
  return undefined
}

/** What our server said of a sign-in that failed elsewhere: shown once, not again when the page is loaded again. */
function useWhatCameBack() {
  const refusal = useState(() => linkError(linkParameters('/sign-in')))
  useEffect(() => storeLinkParameters('/sign-in', {}), [])
  return refusal
}
