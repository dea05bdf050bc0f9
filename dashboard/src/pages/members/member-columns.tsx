import { LogOutIcon, Trash2Icon } from 'lucide-react'
import type { Me, Role } from '../../client.ts'
import { roleNames, rolesUpTo } from '../../roles.ts'
import { Badge } from '../../ui/badge.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import type { Member } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.memberTable

interface MemberColumns {
  myId: string
  organization: NonNullable<Me['organization']>
  /** Whether to show when members were last seen, which only admins receive. */
  showLastSeen: boolean
  onRole: (member: Member, role: Role) => void
  onRemove: (member: Member) => void
}

export function memberColumns(options: MemberColumns): Column<Member>[] {
  const { myId, organization, showLastSeen, onRole, onRemove } = options
  return [
    {
      head: labels.name,
      cell: ({ user }) => (
        <Person
          kind="user"
          id={user.id}
          name={user.name}
          imageUrl={user.avatarUrl}
          detail={user.email}
          badges={user.id === myId && <Badge>{labels.you}</Badge>}
        />
      ),
    },
    { head: labels.teams, cell: ({ teams }) => teams.length > 0 && <Teams teams={teams} /> },
    ...(showLastSeen ? [lastSeen] : []),
    {
      head: labels.role,
      cell: (member) =>
        member.may.changeRole ? (
          <Select
            label={labels.roleOf(member.user.name)}
            options={rolesUpTo(organization.role)}
            value={member.role}
            onChange={(role) => onRole(member, role)}
          />
        ) : (
          roleNames[member.role]
        ),
    },
    {
      head: labels.actions,
      quiet: true,
      atEnd: true,
      cell: (member) =>
        member.may.remove && (
          <RowMenu label={labels.actionsFor(member.user.name)}>
            {member.user.id === myId ? (
              <MenuItem danger icon={<LogOutIcon />} onSelect={() => onRemove(member)}>
                {labels.leave}
              </MenuItem>
            ) : (
              <MenuItem danger icon={<Trash2Icon />} onSelect={() => onRemove(member)}>
                {labels.remove}
              </MenuItem>
            )}
          </RowMenu>
        ),
    },
  ]
}

const lastSeen: Column<Member> = {
  head: labels.lastSeen,
  cell: ({ lastSeenAt }) =>
    lastSeenAt ? <Time at={lastSeenAt} /> : <span className="text-muted">{labels.neverSeen}</span>,
}

const maxTeams = 2

function Teams({ teams }: { teams: Member['teams'] }) {
  const names = teams.map(({ name, role }) => (role === 'lead' ? labels.lead(name) : name))
  const more = names.length - maxTeams
  return (
    <span title={names.join(', ')} className="flex min-w-0 flex-wrap gap-1">
      {names.slice(0, maxTeams).map((name, index) => (
        <Badge key={teams[index]!.id}>{name}</Badge>
      ))}
      {more > 0 && <Badge>+{more}</Badge>}
    </span>
  )
}
