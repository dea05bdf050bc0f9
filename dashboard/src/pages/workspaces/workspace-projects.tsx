import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { XIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Project } from '../../client.ts'
import { projectsQuery } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Rows, Section } from '../../ui/section.tsx'
import { type Workspace, workspaceProjectsQuery } from './queries.ts'
import { useAddProject, useRemoveProject } from './workspace-changes.ts'
import { texts } from './texts.ts'

export function WorkspaceProjects({ workspace }: { workspace: Workspace }) {
  const remove = useRemoveProject(workspace)
  return (
    <Section title={texts.projects.title} text={texts.projects.text}>
      {workspace.may.edit && <AddProject workspace={workspace} />}
      <PagedList
        query={workspaceProjectsQuery(workspace.id)}
        noun={texts.projects.noun}
        empty={<p className="text-muted">{texts.projects.empty}</p>}
      >
        {(projects) => (
          <Rows label={texts.projects.title}>
            {projects.map((project) => (
              <ProjectRow
                key={project.id}
                project={project}
                onRemove={workspace.may.edit ? () => remove.mutate(project) : undefined}
              />
            ))}
          </Rows>
        )}
      </PagedList>
    </Section>
  )
}

interface ProjectRowProps {
  project: Project
  onRemove: (() => void) | undefined
}

function ProjectRow({ project: { slug, name, key, archivedAt }, onRemove }: ProjectRowProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-(--row-inset)">
      <span className="w-13 shrink-0 font-mono text-xs text-muted">{key}</span>
      <Link to="/projects/$slug" params={{ slug }} className="min-w-0 truncate font-medium hover:underline">
        {name}
      </Link>
      {archivedAt && <Badge>{texts.projects.archived}</Badge>}
      {onRemove && (
        <IconButton label={texts.projects.remove(name)} className="ml-auto" onClick={onRemove}>
          <XIcon />
        </IconButton>
      )}
    </li>
  )
}

function AddProject({ workspace }: { workspace: Workspace }) {
  const projects = useQuery(projectsQuery(false)).data
  const pages = useInfiniteQuery(workspaceProjectsQuery(workspace.id)).data?.pages
  const add = useAddProject(workspace)
  const [chosen, setChosen] = useState<string | null>(null)
  const added = new Set(pages?.flatMap(({ items }) => items.map(({ id }) => id)))
  const candidates = projects?.filter(({ id }) => !added.has(id)) ?? []
  const project = candidates.find(({ slug }) => slug === chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!project) return
    add.mutate(project)
    setChosen(null)
  }
  return (
    <form onSubmit={submit} className="mb-3 flex items-center gap-2">
      <div className="min-w-0 grow">
        <Combobox
          aria-label={texts.projects.choose}
          placeholder={texts.projects.placeholder}
          options={candidates.map(({ slug, name, key }) => ({ value: slug, label: name, detail: key }))}
          value={project?.slug ?? null}
          onChange={setChosen}
        />
      </div>
      <Button type="submit" disabled={!project}>
        {texts.projects.add}
      </Button>
    </form>
  )
}
