import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type OutputOf, type Role, call } from '../../client.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { rolesUpTo } from '../../roles.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text, useSubmit } from '../../ui/submit.ts'

interface InviteDialogProps {
  /** The highest role that one may give; without one, people are invited as members of a team that one leads. */
  most: Role | null
  teams: OutputOf<'teams.list'>['items']
  onClose: () => void
}

/** Stays open for the next address: who begins invites several. */
export function InviteDialog({ most, teams, onClose }: InviteDialogProps) {
  const cache = useQueryClient()
  const address = useRef<HTMLInputElement>(null)
  const [role, setRole] = useState<Role>('member')
  const [sentTo, setSentTo] = useState<string>()
  const form = useSubmit(['email', 'role', 'team'], async (given) => {
    setSentTo(undefined)
    const email = text(given, 'email').trim()
    const team = text(given, 'team')
    await (most
      ? call('invitations.create', { email, role, ...(team && { team }) })
      : call('invitations.inviteToTeam', { email, team, role: 'member' }))
    for (const queryKey of [['invitations'], ['plan']]) void cache.invalidateQueries({ queryKey })
    setSentTo(email)
    address.current!.value = ''
    address.current!.focus()
  })
  const teamOptions = teams.map(({ id, name }) => ({ value: id, name }))
  return (
    <Dialog title="Invite people" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <FormMessage tone="note">{sentTo && `An invitation is on its way to ${sentTo}.`}</FormMessage>
        <Field
          label="E-mail address"
          hint="They get a link there, with which they join. With this address alone."
          error={form.errorOf('email')}
        >
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
        {most && (
          <SelectField
            label="Role"
            name="role"
            options={rolesUpTo(most)}
            defaultValue="member"
            error={form.errorOf('role')}
            onChange={setRole}
          />
        )}
        {/* Guests are in no team. */}
        {role !== 'guest' && (most === null || teams.length > 0) && (
          <SelectField
            label={most ? 'Team (optional)' : 'Team'}
            name="team"
            options={most ? [{ value: '', name: 'None' }, ...teamOptions] : teamOptions}
            defaultValue={most ? '' : (teamOptions[0]?.value ?? '')}
            error={form.errorOf('team')}
          />
        )}
        {!most && <p className="text-[13px] text-muted">They become members of the organization, too.</p>}
        <NoMail />
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>{sentTo ? 'Done' : 'Cancel'}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Send the invitation
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Whoever waits for an answer should know when no mail can come. */
function NoMail() {
  if (useQuery(signInOptionsQuery).data?.mail !== false) return null
  return (
    <p className="text-[13px] text-muted">
      This instance has no mail server: its operator finds the mail in the outbox of the data folder.
    </p>
  )
}
