import { useNavigate } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { keptDestination } from '../../destination.ts'
import { endSession } from '../../session.ts'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { Entrance } from './entrance.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordRule } from './password-rule.tsx'
import { WayLink } from './way-link.tsx'

export function ResetPasswordPage() {
  const { token } = useLinkParameters('/reset-password')
  const navigate = useNavigate()
  const form = useSubmit(['password'], async (given) => {
    await call('accounts.resetPassword', { token: token!, password: text(given, 'password') })
    storeLinkParameters('/reset-password', {})
    // Every device was signed out, this one too.
    endSession('Your password is changed. Sign in with the new one.')
    await navigate({ to: '/sign-in', search: { to: keptDestination() }, replace: true })
  })
  if (token === undefined)
    return (
      <Entrance
        title="This link is not complete"
        text="Open the link from your mail once more, or have a new one sent to you."
      >
        <p>
          <WayLink way="/forgot-password">Send me a new link</WayLink>
        </p>
      </Entrance>
    )
  return (
    <Entrance
      title="Choose a new password"
      text="This signs out every device and revokes all your API keys and MCP tokens."
    >
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          autoFocus
          hint={passwordRule}
          error={form.errorOf('password')}
        />
        <Button type="submit" kind="primary" busy={form.busy} className="tall mt-1">
          Change the password
        </Button>
      </form>
      {form.message && (
        <p>
          <WayLink way="/forgot-password">Send me a new link</WayLink>
        </p>
      )}
    </Entrance>
  )
}
