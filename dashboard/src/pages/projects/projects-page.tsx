import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useChangeSearch } from '../../change-search.ts'
import type { Project } from '../../client.ts'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { CreateProjectDialog } from './create-project-dialog.tsx'
import { ProjectRow } from './project-row.tsx'
import { summariesQuery } from './project-summary.tsx'
import { texts } from './texts.ts'

const { projectsPage } = texts

export function ProjectsPage() {
  const { archived = false, search } = useSearch({ from: '/shell/projects' })
  const projects = useQuery(projectsQuery(archived))
  const summaries = useQuery(summariesQuery(archived)).data
  const canCreate = useHasRole('member')
  const [isCreating, setIsCreating] = useState(false)
  const show = useChangeSearch<{ search: string | undefined }>()
  return (
    <Page
      title={projectsPage.title}
      width="wide"
      actions={
        <>
          {(search || (projects.data && projects.data.length > 0)) && (
            <SearchField
              label={projectsPage.search}
              value={search ?? ''}
              className="min-w-0 basis-40 sm:max-w-60"
              onChange={(typed) => show({ search: typed || undefined })}
            />
          )}
          <StatusFilter archived={archived} />
          {canCreate && (
            <Button kind="primary" onClick={() => setIsCreating(true)}>
              <PlusIcon /> {projectsPage.create}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={projects} noun={projectsPage.noun}>
        {(all) => {
          const matches = all.filter((project) => matchesSearch(project, search ?? ''))
          if (matches.length > 0)
            return (
              <ul className="divide-y rounded-lg border bg-surface">
                {matches.map((project) => (
                  <ProjectRow
                    key={project.id}
                    project={project}
                    summary={summaries?.find(({ id }) => id === project.id)}
                  />
                ))}
              </ul>
            )
          if (all.length > 0) return <Empty {...projectsPage.noMatches} />
          if (archived) return <Empty {...projectsPage.noArchived} />
          if (!canCreate) return <Empty {...projectsPage.emptyForGuests} />
          const { title, text, create } = projectsPage.empty
          return (
            <Empty title={title} text={text}>
              <Button kind="primary" onClick={() => setIsCreating(true)}>
                {create}
              </Button>
            </Empty>
          )
        }}
      </Loaded>
      {isCreating && <CreateProjectDialog onClose={() => setIsCreating(false)} />}
    </Page>
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
