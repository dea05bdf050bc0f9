import { useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type Role, call } from '../../client.ts'
import { memberKeys } from '../../live/refresh-changed.ts'
import { changeItems } from '../../pages-query.ts'
import { asRole } from '../../roles.ts'
import { showToast } from '../../ui/toasts.ts'
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
    keys: memberKeys,
    show: (cache, { member, role }: NewRole) =>
      changeItems<Member>(cache, ['members', 'listed'], (items) =>
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
  const cache = useQueryClient()
  return async ({ user }: Member) => {
    await call('members.remove', { member: user.id })
    for (const queryKey of memberKeys) void cache.invalidateQueries({ queryKey })
    showToast({ text: texts.memberChanges.removed(user.name) })
  }
}
