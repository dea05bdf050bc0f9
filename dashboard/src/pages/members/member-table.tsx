import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Table } from '../../ui/table.tsx'
import { LeaveDialog } from '../organizations/leave-section.tsx'
import { useChangeRole } from './member-changes.ts'
import { memberColumns } from './member-columns.tsx'
import type { Member } from './queries.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RoleDialog, needsConfirmation } from './role-dialog.tsx'
import { texts } from './texts.ts'

/** A change that needs confirmation: a new role, or without a role the removal. */
interface PendingChange {
  member: Member
  role: Role | null
}

export function MemberTable({ members }: { members: Member[] }) {
  const me = useQuery(meQuery).data
  const change = useChangeRole()
  const [pending, setPending] = useState<PendingChange | null>(null)
  if (!me?.organization) return null
  const { organization } = me
  const columns = memberColumns({
    organization,
    myId: me.user.id,
    showLastSeen: members.some(({ lastSeenAt }) => lastSeenAt !== null),
    onRole(member, role) {
      if (needsConfirmation(member, role, me.user.id)) setPending({ member, role })
      else change.mutate({ member, role })
    },
    onRemove: (member) => setPending({ member, role: null }),
  })
  return (
    <>
      <Table
        label={texts.memberTable.label}
        columns={columns}
        items={members}
        keyOf={({ user }) => user.id}
      />
      {pending && (
        <ConfirmDialog
          {...pending}
          organization={organization.name}
          isOwn={pending.member.user.id === me.user.id}
          onRole={change.mutate}
          onClose={() => setPending(null)}
        />
      )}
    </>
  )
}

interface ConfirmDialogProps extends PendingChange {
  organization: string
  /** Whether the user changes their own membership. */
  isOwn: boolean
  onRole: (change: { member: Member; role: Role }) => void
  onClose: () => void
}

function ConfirmDialog({ member, role, organization, isOwn, onRole, onClose }: ConfirmDialogProps) {
  if (role)
    return <RoleDialog {...{ member, role, isOwn, onClose }} onConfirm={() => onRole({ member, role })} />
  return isOwn ? (
    <LeaveDialog name={organization} onClose={onClose} />
  ) : (
    <RemoveDialog {...{ member, organization, onClose }} />
  )
}
