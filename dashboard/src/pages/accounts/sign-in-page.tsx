import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRoundIcon, MailIcon, RectangleEllipsisIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../client.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { session } from '../../session.ts'
import { storeLinkParameters, linkParameters } from '../../link-parameters.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useStore } from '../../ui/store.ts'
import { text, useSubmit } from '../../ui/submit.ts'
import { AddressField } from './address-field.tsx'
import { requestCode, requestLink } from './email-requests.ts'
import { Entrance } from './entrance.tsx'
import { signInWithPasskey, supportsPasskeys } from './passkey.ts'
import { PasswordField } from './password-field.tsx'
import { IconSlot, Or, ProviderLinks } from './providers.tsx'
import { texts } from './texts.ts'
import { useSignIn } from './use-sign-in.ts'
import { AuthLink } from './auth-link.tsx'

const formId = 'sign-in'

export function SignInPage() {
  const { to } = useSearch({ from: '/sign-in' })
  const options = useQuery(signInOptionsQuery).data
  const note = useNote(to)
  const labels = texts.signInPage
  const [providerError, setProviderError] = useProviderError()
  const passkey = useAction(signInWithPasskey)
  const form = useSignInForm(to, () => {
    passkey.clear()
    setProviderError(undefined)
  })
  // Until the options are loaded, the page shows the methods that need no configuration.
  const hasPassword = options?.password !== false
  const canEmail = options !== undefined && (options.code || options.magicLink)
  const hasPasskey = supportsPasskeys && options?.passkey !== false
  const hasOthers = hasPasskey || canEmail || (options?.providers.length ?? 0) > 0
  const message = passkey.message ?? form.message ?? providerError
  const byMail = (way: string) => ({
    type: 'submit' as const,
    form: formId,
    name: 'way',
    value: way,
    className: 'tall',
    busy: form.busy && form.way === way,
  })
  return (
    <Entrance title={labels.title} text={labels.welcome(options?.instance ?? 'Baton')}>
      <Form form={{ ...form, message }} operation="accounts.logIn" id={formId}>
        {!message && <FormMessage tone="note">{note}</FormMessage>}
        {(hasPassword || canEmail) && <AddressField autoComplete="username" autoFocus />}
        {hasPassword && (
          <>
            <PasswordField
              autoComplete="current-password"
              hint={
                <AuthLink page="/forgot-password" to={to}>
                  {labels.forgotPassword}
                </AuthLink>
              }
            />
            <Button
              type="submit"
              kind="primary"
              busy={form.busy && form.way === 'password'}
              className="tall mt-1"
            >
              {labels.signIn}
            </Button>
          </>
        )}
      </Form>
      {hasPassword && hasOthers && <Or />}
      <div className="flex flex-col gap-2">
        <ProviderLinks to={to} />
        {hasPasskey && (
          <Button busy={passkey.busy} onClick={passkey.run} className="tall relative">
            <IconSlot>
              <KeyRoundIcon />
            </IconSlot>
            {labels.passkey}
          </Button>
        )}
        {canEmail && (
          <div className="grid auto-cols-fr grid-flow-col gap-2">
            {options?.code && (
              <Button {...byMail('code')}>
                <RectangleEllipsisIcon /> {labels.sendCode}
              </Button>
            )}
            {options?.magicLink && (
              <Button {...byMail('link')}>
                <MailIcon /> {labels.sendLink}
              </Button>
            )}
          </div>
        )}
      </div>
      {options?.registration !== false && (
        <p className="text-muted">
          {labels.newHere}{' '}
          <AuthLink page="/sign-up" to={to}>
            {labels.createAccount}
          </AuthLink>
        </p>
      )}
    </Entrance>
  )
}

/** Submits the address with a password, or requests a code or a link, depending on the pressed button. */
function useSignInForm(to: string | undefined, onStart: () => void) {
  const navigate = useNavigate()
  const signIn = useSignIn(to)
  const [way, setWay] = useState('password')
  const form = useSubmit(async (given) => {
    const email = text(given, 'email').trim()
    const chosen = text(given, 'way') || 'password'
    setWay(chosen)
    onStart()
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

/** Returns why the user is here: their session ended, or they opened a page that needs one. */
function useNote(to: string | undefined): string | undefined {
  const { endReason } = useStore(session)
  if (endReason) return endReason
  const { notes } = texts.signInPage
  if (to === '/device') return notes.device
  if (to?.startsWith('/mcp-sign-in/')) return notes.mcpClient
  if (to === '/invitation') return notes.invitation
  if (to === '/verify-email') return notes.verifyEmail
  return undefined
}

/** Returns the server's error after a failed sign-in at a provider. A reload doesn't show it again. */
function useProviderError() {
  const [error, setError] = useState<string | undefined>(undefined)
  useEffect(() => {
    const parameters = linkParameters('/sign-in')
    storeLinkParameters('/sign-in', {})
    // Loaded only now, because few sign-ins fail at a provider and the list of errors is long.
    if (parameters.error)
      void import('../../link-error.ts').then(({ linkError }) => setError(linkError(parameters)))
  }, [])
  return [error, setError] as const
}
