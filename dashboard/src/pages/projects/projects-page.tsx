import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PlusIcon, SearchIcon } from 'lucide-react'
import { useState } from 'react'
import type { Project } from '../../client.ts'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { CreateProjectDialog } from './create-project-dialog.tsx'
import { ProjectRow } from './project-row.tsx'
import { texts } from './texts.ts'

const { projectsPage } = texts

export function ProjectsPage() {
  const { archived = false, search } = useSearch({ from: '/shell/projects' })
  const projects = useQuery(projectsQuery(archived))
  const canCreate = useHasRole('member')
  const [isCreating, setIsCreating] = useState(false)
  const matches = projects.data?.filter((project) => matchesSearch(project, search ?? ''))
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 md:px-8 md:py-8">
      <title>{`${projectsPage.title} · Baton`}</title>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-xl font-semibold tracking-tight">{projectsPage.title}</h1>
        {(search || (projects.data && projects.data.length > 0)) && (
          <SearchField archived={archived} search={search} />
        )}
        <StatusFilter archived={archived} />
        {canCreate && (
          <Button kind="primary" onClick={() => setIsCreating(true)}>
            <PlusIcon /> {projectsPage.create}
          </Button>
        )}
      </div>
      {projects.isPending ? (
        <Loading noun={projectsPage.noun} />
      ) : projects.data === undefined ? (
        <LoadError error={projects.error} onRetry={() => void projects.refetch()} />
      ) : matches!.length > 0 ? (
        <ul className="divide-y rounded-lg border bg-surface">
          {matches!.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </ul>
      ) : projects.data.length > 0 ? (
        <Empty {...projectsPage.noMatches} />
      ) : archived ? (
        <Empty {...projectsPage.noArchived} />
      ) : !canCreate ? (
        <Empty {...projectsPage.emptyForGuests} />
      ) : (
        <Empty title={projectsPage.empty.title} text={projectsPage.empty.text}>
          <Button kind="primary" onClick={() => setIsCreating(true)}>
            {projectsPage.empty.create}
          </Button>
        </Empty>
      )}
      {isCreating && <CreateProjectDialog onClose={() => setIsCreating(false)} />}
    </div>
  )
}

/** Whether the name, key or description contains every word of the search. */
function matchesSearch({ name, key, description }: Project, search: string): boolean {
  const text = `${name} ${key} ${description}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function SearchField({ archived, search }: { archived: boolean; search: string | undefined }) {
  const navigate = useNavigate()
  return (
    <label className="relative min-w-0 grow basis-40 sm:max-w-60">
      <span className="sr-only">{projectsPage.search}</span>
      <span aria-hidden className="absolute inset-y-0 left-2.5 flex items-center text-muted">
        <SearchIcon />
      </span>
      <input
        type="search"
        value={search ?? ''}
        placeholder={projectsPage.search}
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

function StatusFilter({ archived }: { archived: boolean }) {
  const option = 'rounded px-2.5 py-0.5'
  const other = 'text-muted hover:text-ink'
  const chosen = 'bg-chosen text-ink font-medium shadow-sm'
  return (
    <div role="group" aria-label={projectsPage.statusFilter.label} className="flex rounded-md bg-hover p-0.5">
      <Link to="/projects" aria-current={!archived} className={`${option} ${archived ? other : chosen}`}>
        {projectsPage.statusFilter.active}
      </Link>
      <Link
        to="/projects"
        search={{ archived: true }}
        aria-current={archived}
        className={`${option} ${archived ? chosen : other}`}
      >
        {projectsPage.statusFilter.archived}
      </Link>
    </div>
  )
}
