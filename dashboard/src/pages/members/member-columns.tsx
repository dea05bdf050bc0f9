import type { Me, Role } from '../../client.ts'
import { roleNames, rolesUpTo } from '../../roles.ts'
import { Badge } from '../../ui/badge.tsx'
import { SignOutIcon, TrashIcon } from '../../ui/icons.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import type { Member } from './queries.ts'

interface MemberColumns {
  myId: string
  organization: NonNullable<Me['organization']>
  /** Whether it is known when they were there: admins alone are told. */
  seen: boolean
  onRole: (member: Member, role: Role) => void
  onRemove: (member: Member) => void
}

export function memberColumns(options: MemberColumns): Column<Member>[] {
  const { myId, organization, seen, onRole, onRemove } = options
  return [
    {
      head: 'Name',
      cell: ({ user }) => (
        <Person
          kind="user"
          id={user.id}
          name={user.name}
          picture={user.avatarUrl}
          detail={user.email}
          badges={user.id === myId && <Badge>You</Badge>}
        />
      ),
    },
    { head: 'Teams', cell: ({ teams }) => teams.length > 0 && <Teams teams={teams} /> },
    ...(seen ? [lastSeen] : []),
    {
      head: 'Role',
      cell: (member) =>
        member.may.changeRole ? (
          <Select
            label={`Role of ${member.user.name}`}
            options={rolesUpTo(organization.role)}
            value={member.role}
            onChange={(role) => onRole(member, role)}
          />
        ) : (
          roleNames[member.role]
        ),
    },
    {
      head: 'What can be done',
      quiet: true,
      atEnd: true,
      cell: (member) =>
        member.may.remove && (
          <RowMenu label={`More about ${member.user.name}`}>
            {member.user.id === myId ? (
              <MenuItem danger icon={<SignOutIcon />} onSelect={() => onRemove(member)}>
                Leave…
              </MenuItem>
            ) : (
              <MenuItem danger icon={<TrashIcon />} onSelect={() => onRemove(member)}>
                Remove…
              </MenuItem>
            )}
          </RowMenu>
        ),
    },
  ]
}

const lastSeen: Column<Member> = {
  head: 'Last seen',
  cell: ({ lastSeenAt }) =>
    lastSeenAt ? <Time at={lastSeenAt} /> : <span className="text-muted">Never</span>,
}

const mostTeams = 2

function Teams({ teams }: { teams: Member['teams'] }) {
  const names = teams.map(({ name, role }) => (role === 'lead' ? `${name} (lead)` : name))
  const more = names.length - mostTeams
  return (
    <span title={names.join(', ')} className="flex min-w-0 flex-wrap gap-1">
      {names.slice(0, mostTeams).map((name, index) => (
        <Badge key={teams[index]!.id}>{name}</Badge>
      ))}
      {more > 0 && <Badge>+{more}</Badge>}
    </span>
  )
}
