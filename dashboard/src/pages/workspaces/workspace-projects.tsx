import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Project } from '../../client.ts'
import { projectsQuery } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Rows, Section } from '../../ui/section.tsx'
import { type Workspace, workspaceProjectsQuery } from './queries.ts'
import { useAddProject, useRemoveProject } from './workspace-changes.ts'

export function WorkspaceProjects({ workspace }: { workspace: Workspace }) {
  const remove = useRemoveProject(workspace)
  return (
    <Section
      title="Projects"
      text="Everybody sees only those that they see anyway: adding one here shows it to nobody."
    >
      {workspace.may.edit && <AddProject workspace={workspace} />}
      <PagesOf
        query={workspaceProjectsQuery(workspace.id)}
        what="projects"
        empty={<p className="text-muted">There is no project in it that you see.</p>}
      >
        {(projects) => (
          <Rows label="Projects">
            {projects.map((project) => (
              <ProjectInIt
                key={project.id}
                project={project}
                onRemove={workspace.may.edit ? () => remove.mutate(project) : undefined}
              />
            ))}
          </Rows>
        )}
      </PagesOf>
    </Section>
  )
}

interface ProjectInItProps {
  project: Project
  onRemove: (() => void) | undefined
}

function ProjectInIt({ project: { slug, name, key, archivedAt }, onRemove }: ProjectInItProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-(--row-inset)">
      <span className="w-13 shrink-0 font-mono text-xs text-muted">{key}</span>
      <Link to="/projects/$slug" params={{ slug }} className="min-w-0 truncate font-medium hover:underline">
        {name}
      </Link>
      {archivedAt && <Badge>Archived</Badge>}
      {onRemove && (
        <IconButton label={`Take ${name} out of the workspace`} className="ml-auto" onClick={onRemove}>
          <CloseIcon />
        </IconButton>
      )}
    </li>
  )
}

function AddProject({ workspace }: { workspace: Workspace }) {
  const seen = useQuery(projectsQuery(false)).data
  const pages = useInfiniteQuery(workspaceProjectsQuery(workspace.id)).data?.pages
  const add = useAddProject(workspace)
  const [chosen, setChosen] = useState<string | null>(null)
  const inIt = new Set(pages?.flatMap(({ items }) => items.map(({ id }) => id)))
  const able = seen?.filter(({ id }) => !inIt.has(id)) ?? []
  const project = able.find(({ slug }) => slug === chosen)
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
          aria-label="Project to add"
          placeholder="A project that you see"
          options={able.map(({ slug, name, key }) => ({ value: slug, label: name, detail: key }))}
          value={project?.slug ?? null}
          onChange={setChosen}
        />
      </div>
      <Button type="submit" disabled={!project}>
        Add
      </Button>
    </form>
  )
}
