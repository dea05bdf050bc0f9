import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OutputOf, Role } from '../../client.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { rolesUpTo } from '../../roles.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import { texts as accountTexts } from '../accounts/texts.ts'
import { texts } from './texts.ts'

interface InviteDialogProps {
  /** The highest role that the user can grant, or null for a lead, who can only invite members to their teams. */
  maxRole: Role | null
  teams: OutputOf<'teams.list'>['items']
  onClose: () => void
}

/** Stays open for the next address, because users often invite several people. */
export function InviteDialog({ maxRole, teams, onClose }: InviteDialogProps) {
  const labels = texts.inviteDialog
  const address = useRef<HTMLInputElement>(null)
  const [role, setRole] = useState<Role>('member')
  const [sentTo, setSentTo] = useState<string>()
  const form = useSubmit(['email', 'role', 'team'], async (given) => {
    setSentTo(undefined)
    const email = text(given, 'email').trim()
    const team = text(given, 'team')
    await (maxRole
      ? write('invitations.create', { email, role, ...(team && { team }) })
      : write('invitations.inviteToTeam', { email, team, role: 'member' }))
    setSentTo(email)
    address.current!.value = ''
    address.current!.focus()
  })
  const teamOptions = teams.map(({ id, name }) => ({ value: id, name }))
  return (
    <Dialog title={labels.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <FormMessage tone="note">{sentTo && labels.sent(sentTo)}</FormMessage>
        <Field label={accountTexts.addressField.label} hint={labels.emailHint} error={form.errorOf('email')}>
          {(control) => (
            <input
              {...control}
              ref={address}
              name="email"
              type="email"
              autoComplete="off"
              className="control"
            />
          )}
        </Field>
        {maxRole && (
          <SelectField
            label={labels.role}
            name="role"
            options={rolesUpTo(maxRole)}
            defaultValue="member"
            error={form.errorOf('role')}
            onChange={setRole}
          />
        )}
        {/* Guests can't be in teams. */}
        {role !== 'guest' && (maxRole === null || teams.length > 0) && (
          <SelectField
            label={maxRole ? labels.optionalTeam : labels.team}
            name="team"
            options={maxRole ? [{ value: '', name: labels.noTeam }, ...teamOptions] : teamOptions}
            defaultValue={maxRole ? '' : (teamOptions[0]?.value ?? '')}
            error={form.errorOf('team')}
          />
        )}
        {!maxRole && <p className="text-[13px] text-muted">{labels.alsoOrganization}</p>}
        <NoMail />
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>{sentTo ? labels.done : sharedTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {labels.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Explains that the instance can't send the invitation by email. */
function NoMail() {
  if (useQuery(signInOptionsQuery).data?.mail !== false) return null
  return <p className="text-[13px] text-muted">{sharedTexts.noMailServer}</p>
}
