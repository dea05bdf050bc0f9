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
import { RoleDialog, needsAsking } from './role-dialog.tsx'

/** What is asked before it is done: for a new role, or to take somebody out. */
interface Question {
  member: Member
  role: Role | null
}

export function MemberTable({ members }: { members: Member[] }) {
  const me = useQuery(meQuery).data
  const change = useChangeRole()
  const [question, setQuestion] = useState<Question | null>(null)
  if (!me?.organization) return null
  const { organization } = me
  const columns = memberColumns({
    ...{ organization, myId: me.user.id },
    seen: members.some(({ lastSeenAt }) => lastSeenAt !== null),
    onRole(member, role) {
      if (needsAsking(member, role, me.user.id)) setQuestion({ member, role })
      else change.mutate({ member, role })
    },
    onRemove: (member) => setQuestion({ member, role: null }),
  })
  return (
    <>
      <Table label="Members" columns={columns} items={members} keyOf={({ user }) => user.id} />
      {question && (
        <Asking
          {...question}
          organization={organization.name}
          own={question.member.user.id === me.user.id}
          onRole={change.mutate}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  )
}

interface AskingProps extends Question {
  organization: string
  /** Whether it is about whoever looks. */
  own: boolean
  onRole: (change: { member: Member; role: Role }) => void
  onClose: () => void
}

function Asking({ member, role, organization, own, onRole, onClose }: AskingProps) {
  if (role)
    return <RoleDialog {...{ member, role, own, onClose }} onConfirm={() => onRole({ member, role })} />
  return own ? (
    <LeaveDialog name={organization} onClose={onClose} />
  ) : (
    <RemoveDialog {...{ member, organization, onClose }} />
  )
}
