import { LockIcon } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form-fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { PasswordField } from '../accounts/password-field.tsx'
import { passwordRule } from '../accounts/password-rule.tsx'
import { Row, Rows, Section, card } from '../../ui/section.tsx'
import { write } from '../../write.ts'
import { texts } from './texts.ts'

export function PasswordSection({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<boolean>()
  const { title, set, notSet } = texts.passwordSection
  const { name, detail, action } = profile.hasPassword ? set : notSet
  return (
    <Section title={title}>
      {open ? (
        <PasswordForm profile={profile} onDone={() => setOpen(false)} />
      ) : (
        <Rows label={title}>
          <Row icon={<LockIcon />} name={name} detail={detail}>
            <Button autoFocus={open === false} onClick={() => setOpen(true)}>
              {action}
            </Button>
          </Row>
        </Rows>
      )}
    </Section>
  )
}

function PasswordForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const labels = texts.passwordSection
  const { hasPassword } = profile
  const form = useSubmit(async (given) => {
    await write('accounts.changePassword', {
      ...(hasPassword && { current: text(given, 'current') }),
      password: text(given, 'password'),
      revokeCredentials: given.has('revokeCredentials'),
    })
    showToast({ text: labels.changed })
    onDone()
  })
  return (
    <Form
      form={form}
      ref={focusFirst}
      aria-label={labels.title}
      className={`flex flex-col gap-4 p-5 ${card}`}
    >
      {/* Tells password managers which stored password to replace. */}
      <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
      {hasPassword && <PasswordField label={labels.current} name="current" autoComplete="current-password" />}
      <PasswordField label={labels.new} autoComplete="new-password" hint={passwordRule} />
      <CheckField
        name="revokeCredentials"
        label={
          <>
            {labels.revoke} <span className="text-muted">{labels.revokeHint}</span>
          </>
        }
      />
      <FormButtons submitLabel={hasPassword ? labels.changePassword : labels.setPassword} onCancel={onDone} />
    </Form>
  )
}
