import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useChange } from '../../change.ts'
import { changeItems } from '../../list-cache.ts'
import { meQuery } from '../../queries.ts'
import { useRead } from '../../read.ts'
import { teamRoles } from '../../roles.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AddMember } from './add-member.tsx'
import { type TeamMember, teamMembersQuery } from './queries.ts'

export function TeamMembers() {
  const { team } = useParams({ from: '/shell/teams/$team' })
  const { data } = useRead('teams.get', { team })
  const me = useQuery(meQuery).data?.user.id
  const [leaving, setLeaving] = useState<TeamMember | null>(null)
  const role = useChange({
    kinds: ['team_member'],
    show: (cache, { member, role: wanted }: { member: TeamMember; role: TeamMember['role'] }) =>
      changeItems(cache, 'teamMembers.list', { team }, (items) =>
        items.map((item) => (item.user.id === member.user.id ? { ...item, role: wanted } : item)),
      ),
    send: ({ member, role: wanted }) =>
      call('teamMembers.update', { team, member: member.user.id, role: wanted }),
    done: (_, { member }) => showToast({ text: `${member.user.name} has another role now.` }),
  })
  const removal = useChange({
    kinds: ['team_member'],
    show: (cache, member: TeamMember) =>
      changeItems(cache, 'teamMembers.list', { team }, (items) =>
        items.filter(({ user }) => user.id !== member.user.id),
      ),
    send: (member) => call('teamMembers.remove', { team, member: member.user.id }),
    done: (_, { user }) => showToast({ text: `${user.name} is no longer in the team.` }),
  })
  const columns = columnsFor({
    me,
    onRole: (member, wanted) => role.mutate({ member, role: wanted }),
    onRemove: setLeaving,
  })
  return (
    <>
      <title>{`Members of ${data?.name ?? team} · Baton`}</title>
      {data?.may.manage && <AddMember team={team} />}
      <PagesOf
        query={teamMembersQuery(team)}
        what="members"
        empty={
          <Empty title="Nobody is in this team" text="Owners and admins of the organization look after it." />
        }
      >
        {(members) => (
          <Table label="Members" columns={columns} items={members} keyOf={({ user }) => user.id} />
        )}
      </PagesOf>
      {leaving && (
        <Confirm
          title={leaving.user.id === me ? 'Leave the team?' : `Take ${leaving.user.name} out of the team?`}
          text="What only the team sees is out of reach then. What was done stays."
          action={leaving.user.id === me ? 'Leave' : 'Take out'}
          keep="Cancel"
          onClose={() => setLeaving(null)}
          onConfirm={() => {
            removal.mutate(leaving)
            setLeaving(null)
          }}
        />
      )}
    </>
  )
}

interface Row {
  me: string | undefined
  onRole: (member: TeamMember, role: TeamMember['role']) => void
  onRemove: (member: TeamMember) => void
}

function columnsFor({ me, onRole, onRemove }: Row): Column<TeamMember>[] {
  return [
    {
      head: 'Who',
      cell: ({ user }) => (
        <Person kind="user" id={user.id} name={user.name} picture={user.avatarUrl} detail={user.username} />
      ),
    },
    {
      head: 'Role',
      cell: (member) => (
        <Select
          label={`Role of ${member.user.name}`}
          options={teamRoles}
          value={member.role}
          disabled={!member.may.changeRole}
          onChange={(wanted) => onRole(member, wanted)}
        />
      ),
    },
    { head: 'Since', cell: ({ joinedAt }) => <Time at={joinedAt} /> },
    {
      head: 'What can be done',
      quiet: true,
      atEnd: true,
      cell: (member) =>
        member.may.remove && (
          <RowMenu label={`What can be done with ${member.user.name}`}>
            <MenuItem danger onSelect={() => onRemove(member)}>
              {member.user.id === me ? 'Leave the team' : 'Take out of the team'}
            </MenuItem>
          </RowMenu>
        ),
    },
  ]
}
