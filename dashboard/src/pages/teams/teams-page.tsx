import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Person } from '../../ui/person.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { CreateTeamDialog } from './create-team-dialog.tsx'
import { type Team, teamsQuery } from './queries.ts'

const columns: Column<Team>[] = [
  {
    head: 'Team',
    cell: ({ slug, name, description, avatarUrl, role, id }) => (
      <Link to="/teams/$team" params={{ team: slug }} className="max-w-full min-w-0 hover:underline">
        <Person
          kind="team"
          id={id}
          name={name}
          picture={avatarUrl}
          detail={description || ' '}
          badges={role && <Badge>{role === 'lead' ? 'You lead it' : 'You are in it'}</Badge>}
        />
      </Link>
    ),
  },
  { head: 'People', cell: ({ memberCount }) => memberCount, atEnd: true },
  { head: 'Projects', cell: ({ projectCount }) => projectCount, atEnd: true },
]

export function TeamsPage() {
  const [making, setMaking] = useState(false)
  const mayMake = useHasRole('member')
  const make = mayMake && (
    <Button kind="primary" onClick={() => setMaking(true)}>
      New team
    </Button>
  )
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 md:px-8 md:py-8">
      <title>Teams · Baton</title>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Teams</h1>
        {make}
      </div>
      <PagesOf
        query={teamsQuery}
        what="teams"
        empty={
          <Empty
            title="There is no team yet"
            text="A team is a group of people who work together: projects can belong to it, and be seen by it alone."
          >
            {make}
          </Empty>
        }
      >
        {(teams) => <Table label="Teams" columns={columns} items={teams} keyOf={({ id }) => id} />}
      </PagesOf>
      {making && <CreateTeamDialog onClose={() => setMaking(false)} />}
    </div>
  )
}
