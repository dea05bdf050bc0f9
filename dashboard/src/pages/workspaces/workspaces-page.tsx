import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Person } from '../../ui/person.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { CreateWorkspaceDialog } from './create-workspace-dialog.tsx'
import { DevicesSection } from './devices-section.tsx'
import { type Workspace, workspacesQuery } from './queries.ts'

const columns: Column<Workspace>[] = [
  {
    head: 'Workspace',
    cell: ({ id, name, description }) => (
      <div className="min-w-0">
        <Link
          to="/workspaces/$workspace"
          params={{ workspace: id }}
          className="block truncate font-medium hover:underline"
        >
          {name}
        </Link>
        {description && <p className="truncate text-[13px] text-muted">{description}</p>}
      </div>
    ),
  },
  { head: 'Owner', cell: ({ owner }) => <Person kind="user" id={owner.id} name={owner.name} /> },
  { head: 'Shared with', cell: ({ teams }) => teams.length > 0 && <Teams teams={teams} /> },
  { head: 'Projects', cell: ({ projectCount }) => String(projectCount), atEnd: true },
  { head: 'Your folders', cell: ({ folders }) => folders.length > 0 && <Folders folders={folders} /> },
]

export function WorkspacesPage() {
  const [making, setMaking] = useState(false)
  const make = (
    <Button kind="primary" onClick={() => setMaking(true)}>
      New workspace
    </Button>
  )
  return (
    <div className="mx-auto max-w-5xl px-4 py-6 md:px-8 md:py-8">
      <title>Workspaces · Baton</title>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Workspaces</h1>
        {make}
      </div>
      <PagesOf
        query={workspacesQuery}
        what="workspaces"
        empty={
          <Empty
            title="There is no workspace yet"
            text="A workspace is a place of work: some projects, and the folders on your machines in which you work on them. You can share it with teams."
          >
            {make}
          </Empty>
        }
      >
        {(workspaces) => (
          <Table label="Workspaces" columns={columns} items={workspaces} keyOf={({ id }) => id} />
        )}
      </PagesOf>
      <DevicesSection />
      {making && <CreateWorkspaceDialog onClose={() => setMaking(false)} />}
    </div>
  )
}

/** The first few; its page has them all. */
function Teams({ teams }: Pick<Workspace, 'teams'>) {
  const more = teams.length - 2
  return (
    <span className="block max-w-48 truncate">
      {teams
        .slice(0, 2)
        .map(({ name }) => name)
        .join(', ')}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}

function Folders({ folders }: Pick<Workspace, 'folders'>) {
  return (
    <ul className="min-w-0">
      {folders.map(({ device, path }) => (
        <li key={device.id} className="max-w-56 truncate" title={`${device.name}: ${path}`}>
          {device.name} <span className="font-mono text-xs text-muted">{path}</span>
        </li>
      ))}
    </ul>
  )
}
