import type { Role } from '../../client.ts'
import { isAtLeast } from '../../my-role.ts'
import { asRole } from '../../roles.ts'
import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import type { Member } from './queries.ts'
import { texts } from './texts.ts'

/** Returns whether the new role has consequences that an undo doesn't revert. */
export function needsConfirmation(member: Member, role: Role, myId: string): boolean {
  const stepsDown = member.user.id === myId && !isAtLeast(role, member.role)
  return stepsDown || role === 'owner' || (role === 'guest' && member.teams.length > 0)
}

interface RoleDialogProps {
  member: Member
  role: Role
  /** Whether the user changes their own role. */
  isOwn: boolean
  onConfirm: () => void
  onClose: () => void
}

export function RoleDialog({ member, role, isOwn, onConfirm, onClose }: RoleDialogProps) {
  const labels = texts.roleDialog
  const { name } = member.user
  const teams = member.teams.map(({ name }) => name).join(', ')
  return (
    <AsyncConfirm
      title={isOwn ? labels.ownTitle(asRole[role]) : labels.title(name, asRole[role])}
      action={isOwn ? labels.ownAction(asRole[role]) : labels.action(asRole[role])}
      kind={role === 'owner' ? 'primary' : 'danger'}
      // A rejected change is reported by the mutation, as for every role.
      send={() => Promise.resolve(onConfirm())}
      onClose={onClose}
    >
      {role === 'owner' && <p>{labels.owner}</p>}
      {isOwn && <p>{labels.stepDown}</p>}
      {role === 'guest' && teams && <p>{isOwn ? labels.ownGuest(teams) : labels.guest(name, teams)}</p>}
    </AsyncConfirm>
  )
}
