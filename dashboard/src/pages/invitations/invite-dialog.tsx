import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OutputOf, Role } from '../../client.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { rolesUpTo } from '../../roles.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text } from '../../ui/submit.ts'
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
  async function send(form: FormData): Promise<void> {
    setSentTo(undefined)
    const email = text(form, 'email').trim()
    const team = text(form, 'team')
    await (maxRole
      ? write('invitations.create', { email, role, ...(team && { team }) })
      : write('invitations.inviteToTeam', { email, team, role: 'member' }))
    setSentTo(email)
    address.current!.value = ''
    address.current!.focus()
  }
  const teamOptions = teams.map(({ id, name }) => ({ value: id, name }))
  return (
    <FormDialog
      operation="invitations.create"
      title={labels.title}
      submitLabel={labels.send}
      cancelLabel={sentTo && labels.done}
      send={send}
      staysOpen
      onClose={onClose}
    >
      <FormMessage tone="note">{sentTo && labels.sent(sentTo)}</FormMessage>
      <TextField
        ref={address}
        name="email"
        label={accountTexts.addressField.label}
        hint={labels.emailHint}
        type="email"
      />
      {maxRole && (
        <SelectField
          label={labels.role}
          name="role"
          options={rolesUpTo(maxRole)}
          defaultValue="member"
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
        />
      )}
      {!maxRole && <p className="text-[13px] text-muted">{labels.alsoOrganization}</p>}
      <NoMail />
    </FormDialog>
  )
}

/** Explains that the instance can't send the invitation by email. */
function NoMail() {
  if (useQuery(signInOptionsQuery).data?.mail !== false) return null
  return <p className="text-[13px] text-muted">{sharedTexts.noMailServer}</p>
}
