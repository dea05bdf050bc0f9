import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Project } from '../../client.ts'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PlusIcon, SearchIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { CreateProjectDialog } from './create-project-dialog.tsx'
import { ProjectRow } from './project-row.tsx'

export function ProjectsPage() {
  const { archived = false, search } = useSearch({ from: '/shell/projects' })
  const projects = useQuery(projectsQuery(archived))
  const mayCreate = useHasRole('member')
  const [creating, setCreating] = useState(false)
  const found = projects.data?.filter((project) => isMeant(project, search ?? ''))
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 md:px-8 md:py-8">
      <title>Projects · Baton</title>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-xl font-semibold tracking-tight">Projects</h1>
        {(search || (projects.data && projects.data.length > 0)) && (
          <Find archived={archived} search={search} />
        )}
        <ArchiveSwitch archived={archived} />
        {mayCreate && (
          <Button kind="primary" onClick={() => setCreating(true)}>
            <PlusIcon /> New project
          </Button>
        )}
      </div>
      {projects.isPending ? (
        <Loading what="projects" />
      ) : projects.data === undefined ? (
        <Trouble error={projects.error} onRetry={() => void projects.refetch()} />
      ) : found!.length > 0 ? (
        <ul className="divide-y rounded-lg border bg-surface">
          {found!.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </ul>
      ) : projects.data.length > 0 ? (
        <Empty
          title="No such project"
          text="No project here has these words in its name, key or description."
        />
      ) : archived ? (
        <Empty
          title="Nothing is archived"
          text="Projects that are finished or resting can be put away here."
        />
      ) : !mayCreate ? (
        <Empty
          title="Nothing is shared with you yet"
          text="You are a guest here. A project appears by itself as soon as somebody shares it with you."
        />
      ) : (
        <Empty
          title="Start with a project"
          text="A project holds the tasks that you and your agents work on. Make one, then connect an agent to it."
        >
          <Button kind="primary" onClick={() => setCreating(true)}>
            Make your first project
          </Button>
        </Empty>
      )}
      {creating && <CreateProjectDialog onClose={() => setCreating(false)} />}
    </div>
  )
}

/** Every word is in its name, its key or what is said about it. */
function isMeant({ name, key, description }: Project, search: string): boolean {
  const text = `${name} ${key} ${description}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function Find({ archived, search }: { archived: boolean; search: string | undefined }) {
  const navigate = useNavigate()
  return (
    <label className="relative min-w-0 grow basis-40 sm:max-w-60">
      <span className="sr-only">Find a project</span>
      <span aria-hidden className="absolute inset-y-0 left-2.5 flex items-center text-muted">
        <SearchIcon />
      </span>
      <input
        type="search"
        value={search ?? ''}
        placeholder="Find a project"
        onChange={({ target }) =>
          void navigate({
            to: '/projects',
            search: { ...(archived && { archived }), search: target.value || undefined },
            replace: true,
          })
        }
        className="control pl-8"
      />
    </label>
  )
}

function ArchiveSwitch({ archived }: { archived: boolean }) {
  const option = 'rounded px-2.5 py-0.5'
  const other = 'text-muted hover:text-ink'
  const chosen = 'bg-chosen text-ink font-medium shadow-sm'
  return (
    <div role="group" aria-label="Which projects" className="flex rounded-md bg-hover p-0.5">
      <Link to="/projects" aria-current={!archived} className={`${option} ${archived ? other : chosen}`}>
        Active
      </Link>
      <Link
        to="/projects"
        search={{ archived: true }}
        aria-current={archived}
        className={`${option} ${archived ? chosen : other}`}
      >
        Archived
      </Link>
    </div>
  )
}
