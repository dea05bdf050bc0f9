import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Person } from '../../ui/person.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { CreateWorkspaceDialog } from './create-workspace-dialog.tsx'
import { type Workspace, workspacesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { workspacesPage } = texts

const columns: Column<Workspace>[] = [
  {
    head: workspacesPage.columns.workspace,
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
  {
    head: workspacesPage.columns.owner,
    cell: ({ owner }) => <Person kind="user" id={owner.id} name={owner.name} />,
  },
  { head: workspacesPage.columns.teams, cell: ({ teams }) => teams.length > 0 && <Teams teams={teams} /> },
  { head: workspacesPage.columns.projects, cell: ({ projectCount }) => String(projectCount), atEnd: true },
  {
    head: workspacesPage.columns.folders,
    cell: ({ folders }) => folders.length > 0 && <Folders folders={folders} />,
  },
]

export function WorkspacesPage() {
  const [creating, setCreating] = useState(false)
  const createButton = (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {workspacesPage.newWorkspace}
    </Button>
  )
  return (
    <Page title={workspacesPage.title} width="wide" actions={createButton}>
      <PagedList
        query={workspacesQuery}
        noun={workspacesPage.noun}
        empty={<Empty {...workspacesPage.empty}>{createButton}</Empty>}
      >
        {(workspaces) => (
          <Table label={workspacesPage.title} columns={columns} items={workspaces} keyOf={({ id }) => id} />
        )}
      </PagedList>
      <p className="mt-6 text-muted">
        {workspacesPage.devices.before} <TextLink to="/settings/sync">{workspacesPage.devices.link}</TextLink>
        {workspacesPage.devices.after}
      </p>
      {creating && <CreateWorkspaceDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

/** The first two teams. The page of the workspace lists all of them. */
function Teams({ teams }: Pick<Workspace, 'teams'>) {
  const more = teams.length - 2
  return (
    <span className="block max-w-48 truncate">
      {teams
        .slice(0, 2)
        .map(({ name }) => name)
        .join(', ')}
      {more > 0 && workspacesPage.moreTeams(more)}
    </span>
  )
}

function Folders({ folders }: Pick<Workspace, 'folders'>) {
  return (
    <ul className="min-w-0">
      {folders.map(({ device, path }) => (
        <li
          key={device.id}
          className="max-w-56 truncate"
          title={workspacesPage.folderTitle(device.name, path)}
        >
          {device.name} <span className="font-mono text-xs text-muted">{path}</span>
        </li>
      ))}
    </ul>
  )
}
