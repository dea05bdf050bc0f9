import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { PasswordField } from '../accounts/password-field.tsx'
import { passwordRule } from '../accounts/password-rule.tsx'
import { Row, Rows, Section, card } from '../../ui/section.tsx'

export function PasswordSection({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<boolean>()
  const { hasPassword } = profile
  return (
    <Section title="Password">
      {open ? (
        <PasswordForm profile={profile} onDone={() => setOpen(false)} />
      ) : (
        <Rows label="Password">
          <Row
            icon={<LockIcon />}
            name={hasPassword ? 'You have a password' : 'You have no password'}
            detail={
              hasPassword
                ? 'A new one signs every other device out.'
                : 'You sign in without. With one, there is another way in.'
            }
          >
            <Button autoFocus={open === false} onClick={() => setOpen(true)}>
              {hasPassword ? 'Change password' : 'Set a password'}
            </Button>
          </Row>
        </Rows>
      )}
    </Section>
  )
}

function PasswordForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const cache = useQueryClient()
  const { hasPassword } = profile
  const form = useSubmit(['current', 'password'], async (given) => {
    await call('accounts.changePassword', {
      ...(hasPassword && { current: text(given, 'current') }),
      password: text(given, 'password'),
      revokeCredentials: given.has('revokeCredentials'),
    })
    void cache.invalidateQueries({ queryKey: meQuery.queryKey })
    showToast({ text: 'Your password is changed. Every other device is signed out.' })
    onDone()
  })
  return (
    <form
      ref={focusFirst}
      onSubmit={form.submit}
      noValidate
      aria-label="Password"
      className={`flex flex-col gap-4 p-5 ${card}`}
    >
      <FormMessage>{form.message}</FormMessage>
      {/* Password managers put the new one in the place of the old by it. */}
      <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          error={form.errorOf('current')}
        />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={passwordRule}
        error={form.errorOf('password')}
      />
      <label className="flex gap-2">
        <input type="checkbox" name="revokeCredentials" className="mt-0.5 size-4 shrink-0 accent-accent" />
        <span>
          Revoke my API keys and MCP tokens{' '}
          <span className="text-muted">· Choose this if someone else may know your password.</span>
        </span>
      </label>
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
