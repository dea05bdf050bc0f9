import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Person } from '../../ui/person.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { CreateTeamDialog } from './create-team-dialog.tsx'
import { type Team, teamsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { teamsPage } = texts

const columns: Column<Team>[] = [
  {
    head: teamsPage.columns.team,
    cell: ({ slug, name, description, avatarUrl, role, id }) => (
      <Link to="/teams/$team" params={{ team: slug }} className="max-w-full min-w-0 hover:underline">
        <Person
          kind="team"
          id={id}
          name={name}
          imageUrl={avatarUrl}
          detail={description || ' '}
          badges={role && <Badge>{role === 'lead' ? teamsPage.youLead : teamsPage.youAreMember}</Badge>}
        />
      </Link>
    ),
  },
  { head: teamsPage.columns.members, cell: ({ memberCount }) => memberCount, atEnd: true },
  { head: teamsPage.columns.projects, cell: ({ projectCount }) => projectCount, atEnd: true },
]

export function TeamsPage() {
  const [creating, setCreating] = useState(false)
  const canCreate = useHasRole('member')
  const createButton = canCreate && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {teamsPage.newTeam}
    </Button>
  )
  return (
    <Page title={teamsPage.title} actions={createButton}>
      <PagedList
        query={teamsQuery}
        noun={teamsPage.noun}
        empty={<Empty {...teamsPage.empty}>{createButton}</Empty>}
      >
        {(teams) => <Table label={teamsPage.title} columns={columns} items={teams} keyOf={({ id }) => id} />}
      </PagedList>
      {creating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}
