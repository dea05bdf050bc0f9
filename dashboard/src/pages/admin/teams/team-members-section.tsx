import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teamRoles, type TeamRole } from '../../../roles.ts'
import { AsyncConfirm } from '../../../ui/async-confirm.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { Person } from '../../../ui/person.tsx'
import { Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { useSubmit } from '../../../ui/submit.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { type AdministeredTeam, type MemberOfTeam, anyTeamMembersQuery, candidatesQuery } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.members

/** The members of a team, with their roles. */
export function TeamMembersSection({ team: { id: team, organization } }: { team: AdministeredTeam }) {
  const [removing, setRemoving] = useState<MemberOfTeam | null>(null)
  const changeRole = async ({ user }: MemberOfTeam, role: TeamRole) => {
    await write('admin.updateAnyTeamMember', { team, member: user.id, role })
    showToast({ text: labels.roleChanged(user.name) })
  }
  const columns = columnsFor({
    onRole: (member, role) => void changeRole(member, role).catch(showProblem),
    onRemove: setRemoving,
  })
  return (
    <Section title={labels.title}>
      <AddMember team={team} organization={organization.id} />
      <PagedList
        query={anyTeamMembersQuery(team)}
        noun={labels.noun}
        empty={<p className="text-muted">{labels.none}</p>}
      >
        {(members) => (
          <Table label={labels.title} columns={columns} items={members} keyOf={({ user }) => user.id} />
        )}
      </PagedList>
      {removing && (
        <AsyncConfirm
          title={labels.removeTitle(removing.user.name)}
          action={labels.removeAction}
          send={async () => {
            await write('admin.removeAnyTeamMember', { team, member: removing.user.id })
            showToast({ text: labels.removed(removing.user.name) })
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{labels.removeText}</p>
        </AsyncConfirm>
      )}
    </Section>
  )
}

interface ColumnOptions {
  onRole: (member: MemberOfTeam, role: TeamRole) => void
  onRemove: (member: MemberOfTeam) => void
}

function columnsFor({ onRole, onRemove }: ColumnOptions): Column<MemberOfTeam>[] {
  return [
    {
      head: labels.columns.name,
      cell: ({ user }) => (
        <Person kind="user" id={user.id} name={user.name} imageUrl={user.avatarUrl} detail={user.username} />
      ),
    },
    {
      head: labels.columns.role,
      cell: (member) => (
        <Select
          label={labels.roleOf(member.user.name)}
          options={teamRoles}
          value={member.role}
          onChange={(role) => onRole(member, role)}
        />
      ),
    },
    { head: labels.columns.joined, cell: ({ joinedAt }) => <Time at={joinedAt} /> },
    {
      head: labels.columns.actions,
      quiet: true,
      atEnd: true,
      cell: (member) => (
        <Button aria-label={labels.removeLabel(member.user.name)} onClick={() => onRemove(member)}>
          {labels.remove}
        </Button>
      ),
    },
  ]
}

/** Adds a member of the organization. The server rejects guests with the reason. */
function AddMember({ team, organization }: { team: string; organization: string }) {
  const people = useQuery(candidatesQuery(organization)).data ?? []
  const [userId, setUserId] = useState<string | null>(null)
  const [role, setRole] = useState<TeamRole>('member')
  const form = useSubmit(async () => {
    const person = people.find(({ id }) => id === userId)
    if (!person) return
    await write('admin.addAnyTeamMember', { team, user: person.id, role })
    showToast({ text: texts.add.added(person.name) })
    setUserId(null)
  })
  return (
    <Form form={form} className="mb-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-60">
          <Combobox
            aria-label={texts.add.member}
            placeholder={texts.add.placeholder}
            options={people.map(({ id, name, email }) => ({ value: id, label: name, detail: email }))}
            value={userId}
            onChange={setUserId}
          />
        </div>
        <Select label={texts.add.role} options={teamRoles} value={role} onChange={setRole} />
        <SubmitButton disabled={!userId}>{texts.add.add}</SubmitButton>
      </div>
    </Form>
  )
}
