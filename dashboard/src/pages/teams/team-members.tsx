import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { useChange } from '../../change.ts'
import { changeItems } from '../../list-cache.ts'
import { meQuery } from '../../queries.ts'
import { useRead } from '../../read.ts'
import { teamRoles } from '../../roles.ts'
import { Empty } from '../../ui/empty.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { AddMember } from './add-member.tsx'
import { type TeamMember, teamMembersQuery } from './queries.ts'
import { texts } from './texts.ts'

export function TeamMembers() {
  const { team } = useParams({ from: '/shell/teams/$team' })
  const { data } = useRead('teams.get', { team })
  const me = useQuery(meQuery).data?.user.id
  const role = useChange({
    kinds: ['team_member'],
    show: (cache, { member, role: newRole }: { member: TeamMember; role: TeamMember['role'] }) =>
      changeItems(cache, 'teamMembers.list', { team }, (items) =>
        items.map((item) => (item.user.id === member.user.id ? { ...item, role: newRole } : item)),
      ),
    send: ({ member, role: newRole }) =>
      call('teamMembers.update', { team, member: member.user.id, role: newRole }),
    done: (_, { member, role: newRole }) =>
      showToast({ text: texts.members.roleChanged(member.user.name, roleName(newRole)) }),
  })
  const removal = useChange({
    kinds: ['team_member'],
    show: (cache, member: TeamMember) =>
      changeItems(cache, 'teamMembers.list', { team }, (items) =>
        items.filter(({ user }) => user.id !== member.user.id),
      ),
    send: (member) => call('teamMembers.remove', { team, member: member.user.id }),
    done: (_, { user }) => showToast({ text: texts.members.removed(user.name) }),
  })
  const [askToRemove, dialog] = useConfirm<TeamMember>((member) => dialogTexts(member, me), removal.mutate)
  const columns = columnsFor({
    me,
    onRole: (member, newRole) => role.mutate({ member, role: newRole }),
    onRemove: askToRemove,
  })
  return (
    <>
      <title>{`${texts.members.title(data?.name ?? team)} · Baton`}</title>
      {data?.may.manage && <AddMember team={team} />}
      <PagedList
        query={teamMembersQuery(team)}
        noun={texts.members.noun}
        empty={<Empty {...texts.members.empty} />}
      >
        {(members) => (
          <Table
            label={texts.members.label}
            columns={columns}
            items={members}
            keyOf={({ user }) => user.id}
          />
        )}
      </PagedList>
      {dialog}
    </>
  )
}

function dialogTexts({ user }: TeamMember, me: string | undefined) {
  const { leaveDialog, removeDialog } = texts
  return user.id === me
    ? { title: leaveDialog.title, text: leaveDialog.consequence, action: leaveDialog.leave }
    : { title: removeDialog.title(user.name), text: removeDialog.consequence, action: removeDialog.remove }
}

function roleName(role: TeamMember['role']): string {
  return teamRoles.find(({ value }) => value === role)?.name ?? role
}

interface ColumnOptions {
  me: string | undefined
  onRole: (member: TeamMember, role: TeamMember['role']) => void
  onRemove: (member: TeamMember) => void
}

function columnsFor({ me, onRole, onRemove }: ColumnOptions): Column<TeamMember>[] {
  const { columns, roleOf, actionsFor, leave, remove } = texts.members
  return [
    {
      head: columns.name,
      cell: ({ user }) => (
        <Person kind="user" id={user.id} name={user.name} imageUrl={user.avatarUrl} detail={user.username} />
      ),
    },
    {
      head: columns.role,
      cell: (member) => (
        <Select
          label={roleOf(member.user.name)}
          options={teamRoles}
          value={member.role}
          disabled={!member.may.changeRole}
          onChange={(newRole) => onRole(member, newRole)}
        />
      ),
    },
    { head: columns.joined, cell: ({ joinedAt }) => <Time at={joinedAt} /> },
    {
      head: columns.actions,
      quiet: true,
      atEnd: true,
      cell: (member) =>
        member.may.remove && (
          <RowMenu label={actionsFor(member.user.name)}>
            <MenuItem danger onSelect={() => onRemove(member)}>
              {member.user.id === me ? leave : remove}
            </MenuItem>
          </RowMenu>
        ),
    },
  ]
}
