import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ProjectWithStats, call } from '../../../client.ts'
import { projectKeys } from '../../../live/refresh-changed.ts'
import { projectQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { EditForm, EditText } from '../../../ui/edit-form.tsx'
import { useEdits } from '../../../ui/edits.tsx'
import { Section, card } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { ReposSection } from '../../repos/repos-section.tsx'
import { AddShare } from '../add-share.tsx'
import { useArchiveProject } from '../project-changes.ts'
import { ShareList } from '../share-list.tsx'
import { useProject } from '../this-project.ts'
import { VisibilityForm } from '../visibility-form.tsx'
import { DeleteProject } from './delete-project.tsx'

export function ProjectSettings() {
  const project = useProject()
  return (
    <div className="max-w-2xl px-4 pt-5 pb-16 md:px-5">
      <title>{`Settings of ${project.name} · Baton`}</title>
      {project.may.edit && <General project={project} />}
      <ReposSection project={project} />
      {project.may.manage && (
        <>
          <Section title="Who sees it">
            <div className={`p-5 ${card}`}>
              <VisibilityForm project={project} />
            </div>
          </Section>
          <Section title="Shared by name" text="Besides those above. Viewers read, editors work in it.">
            <AddShare slug={project.slug} />
            <ShareList project={project} />
          </Section>
          <Archive project={project} />
          <DeleteProject project={project} />
        </>
      )}
    </div>
  )
}

function General({ project }: { project: ProjectWithStats }) {
  const cache = useQueryClient()
  const edits = useEdits(project, {
    fields: ['name', 'description'],
    save: async (set) => {
      await call('projects.update', { project: project.id, ...set }, { ifMatch: project.version })
      await Promise.all(projectKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
      showToast({ text: 'The project is saved.' })
    },
    refresh: () => cache.refetchQueries(projectQuery(project.slug)),
  })
  return (
    <EditForm edits={edits} label="Project" what="The project" action="Save project">
      <EditText edits={edits} name="name" label="Name" maxLength={120} />
      <EditText
        edits={edits}
        name="description"
        label="What it is about"
        hint="Agents read it too."
        maxLength={20_000}
        rows={3}
      />
    </EditForm>
  )
}

function Archive({ project }: { project: ProjectWithStats }) {
  const archive = useArchiveProject()
  const [busy, setBusy] = useState(false)
  const archived = project.archivedAt !== null
  return (
    <Section
      title={archived ? 'Archived' : 'Archive'}
      text={
        archived
          ? 'It can be read, and takes nothing new. It is out of the way of what is active.'
          : 'It can be read on, takes nothing new, and is out of the way. It can be made active again at any time.'
      }
    >
      <Button
        busy={busy}
        onClick={() => {
          setBusy(true)
          archive.mutate({ project, archive: !archived }, { onSettled: () => setBusy(false) })
        }}
      >
        {archived ? 'Make it active again' : `Archive ${project.name}`}
      </Button>
    </Section>
  )
}
