import type { Role } from '../../client.ts'
import { isAtLeast } from '../../my-role.ts'
import { asRole } from '../../roles.ts'
import { Ask } from '../../ui/ask.tsx'
import type { Member } from './queries.ts'

/** Whether a new role is more than a word that can be taken back. */
export function needsAsking(member: Member, role: Role, myId: string): boolean {
  const stepsDown = member.user.id === myId && !isAtLeast(role, member.role)
  return stepsDown || role === 'owner' || (role === 'guest' && member.teams.length > 0)
}

interface RoleDialogProps {
  member: Member
  role: Role
  /** Whether it is whoever looks. */
  own: boolean
  onConfirm: () => void
  onClose: () => void
}

export function RoleDialog({ member, role, own, onConfirm, onClose }: RoleDialogProps) {
  const who = own ? 'yourself' : member.user.name
  const teams = member.teams.map(({ name }) => name).join(', ')
  return (
    <Ask
      title={`Make ${who} ${asRole[role]}?`}
      action={`Make ${own ? 'me' : 'them'} ${asRole[role]}`}
      kind={role === 'owner' ? 'primary' : 'danger'}
      // What is refused then is said where it is said of any role.
      send={() => Promise.resolve(onConfirm())}
      onClose={onClose}
    >
      {role === 'owner' && (
        <p>Owners can do everything: give roles, take people out, you too, and delete the organization.</p>
      )}
      {own && <p>You can do less then, and somebody else must give your present role back to you.</p>}
      {role === 'guest' && teams && (
        <p>
          Guests are in no team: {own ? 'you leave' : `${member.user.name} leaves`} {teams}. They see only the
          projects that are shared with them by name.
        </p>
      )}
    </Ask>
  )
}
