import { useNavigate } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { storedDestination } from '../../destination.ts'
import { endSession } from '../../session.ts'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { Entrance } from './entrance.tsx'
import { PasswordField } from './password-field.tsx'
import { passwordRule } from './password-rule.tsx'
import { texts } from './texts.ts'
import { AuthLink } from './auth-link.tsx'

export function ResetPasswordPage() {
  const { token } = useLinkParameters('/reset-password')
  const navigate = useNavigate()
  const labels = texts.resetPasswordPage
  const form = useSubmit(async (given) => {
    await call('accounts.resetPassword', { token: token!, password: text(given, 'password') })
    storeLinkParameters('/reset-password', {})
    // The server signed out every device, including this one.
    endSession(labels.changed)
    await navigate({ to: '/sign-in', search: { to: storedDestination() }, replace: true })
  })
  if (token === undefined)
    return (
      <Entrance {...labels.incomplete}>
        <p>
          <AuthLink page="/forgot-password">{labels.getNewLink}</AuthLink>
        </p>
      </Entrance>
    )
  return (
    <Entrance title={labels.title} text={labels.consequence}>
      <Form form={form}>
        <PasswordField label={labels.newPassword} autoComplete="new-password" autoFocus hint={passwordRule} />
        <SubmitButton className="tall mt-1">{labels.changePassword}</SubmitButton>
      </Form>
      {form.message && (
        <p>
          <AuthLink page="/forgot-password">{labels.getNewLink}</AuthLink>
        </p>
      )}
    </Entrance>
  )
}
