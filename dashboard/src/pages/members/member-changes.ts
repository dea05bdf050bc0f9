import { useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type Role, call } from '../../client.ts'
import { memberKeys } from '../../live/refresh-changed.ts'
import { changeItems } from '../../pages-query.ts'
import { asRole } from '../../roles.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Member } from './queries.ts'

interface NewRole {
  member: Member
  role: Role
  /** Whether it takes back a change that was just made. */
  undoes?: boolean
}

/** Seen at once; what was given by mistake is taken back in the message about it. */
export function useChangeRole() {
  const change = useChange({
    keys: memberKeys,
    show: (cache, { member, role }: NewRole) =>
      changeItems<Member>(cache, ['members', 'listed'], (items) =>
        items.map((each) => (each.user.id === member.user.id ? { ...each, role } : each)),
      ),
    send: ({ member, role }) =>
      call('members.update', { member: member.user.id, role }, { ifMatch: member.version }),
    failed: ({ member }) => `${member.user.name} has the same role as before.`,
    done: (changed, { member, role, undoes }) =>
      showToast({
        text: `${member.user.name} is ${asRole[role]} now.`,
        // Whoever has stepped down, or has made somebody their equal, may no longer be able to.
        ...(!undoes &&
          changed.may.changeRole && {
            undo: () => change.mutate({ member: changed, role: member.role, undoes: true }),
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
    showToast({ text: `${user.name} is no longer in the organization.` })
  }
}
