import { useChange } from '../../change.ts'
import { type Role, call } from '../../client.ts'
import { changeItems } from '../../list-cache.ts'
import { asRole } from '../../roles.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Member } from './queries.ts'
import { texts } from './texts.ts'

interface NewRole {
  member: Member
  role: Role
  /** Whether this change reverts the previous one. */
  isUndo?: boolean
}

/** Changes a role optimistically. The toast offers to undo it. */
export function useChangeRole() {
  const change = useChange({
    kinds: ['member'],
    show: (cache, { member, role }: NewRole) =>
      changeItems(cache, 'members.list', {}, (items) =>
        items.map((each) => (each.user.id === member.user.id ? { ...each, role } : each)),
      ),
    send: ({ member, role }) =>
      call('members.update', { member: member.user.id, role }, { ifMatch: member.version }),
    failed: ({ member }) => texts.memberChanges.roleNotChanged(member.user.name),
    done: (changed, { member, role, isUndo }) =>
      showToast({
        text: texts.memberChanges.roleChanged(member.user.name, asRole[role]),
        // A user who stepped down, or promoted someone to their own role, can't undo it.
        ...(!isUndo &&
          changed.may.changeRole && {
            undo: () => change.mutate({ member: changed, role: member.role, isUndo: true }),
          }),
      }),
  })
  return change
}

export function useRemoveMember() {
  return async ({ user }: Member) => {
    await write('members.remove', { member: user.id })
    showToast({ text: texts.memberChanges.removed(user.name) })
  }
}
