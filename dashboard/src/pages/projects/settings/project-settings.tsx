import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectWithStats } from '../../../client.ts'
import { read } from '../../../read.ts'
import { Button } from '../../../ui/button.tsx'
import { EditForm, EditText } from '../../../ui/edit-form.tsx'
import { useEdits } from '../../../ui/edits.tsx'
import { Section, card } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { AddShare } from '../add-share.tsx'
import { useArchiveProject } from '../project-changes.ts'
import { ShareList } from '../share-list.tsx'
import { texts as projectTexts } from '../texts.ts'
import { useProject } from '../this-project.ts'
import { VisibilityForm } from '../visibility-form.tsx'
import { CodeSection } from './code-section.tsx'
import { DeleteProject } from './delete-project.tsx'
import { texts } from './texts.ts'

export function ProjectSettings() {
  const project = useProject()
  const { projectSettings } = texts
  const { people, peopleHint } = projectTexts.shareDialog
  return (
    <div className="max-w-2xl px-4 pt-5 pb-16 md:px-5">
      <title>{`${projectSettings.title(project.name)} · Baton`}</title>
      {project.may.edit && <General project={project} />}
      {project.may.edit && <CodeSection project={project} />}
      {project.may.manage && (
        <>
          <Section title={projectSettings.visibility}>
            <div className={`p-5 ${card}`}>
              <VisibilityForm project={project} />
            </div>
          </Section>
          <Section title={people} text={peopleHint}>
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
  const { general } = texts
  const cache = useQueryClient()
  const edits = useEdits(project, {
    fields: ['name', 'description'],
    save: async (set) => {
      await write('projects.update', { project: project.id, ...set }, { ifMatch: project.version })
      showToast({ text: general.saved })
    },
    refresh: () => cache.refetchQueries(read('projects.get', { project: project.slug })),
  })
  return (
    <EditForm
      edits={edits}
      operation="projects.update"
      label={general.label}
      subject={general.subject}
      action={general.save}
    >
      <EditText edits={edits} name="name" label={general.name} />
      <EditText
        edits={edits}
        name="description"
        label={general.description}
        hint={general.descriptionHint}
        rows={3}
      />
    </EditForm>
  )
}

function Archive({ project }: { project: ProjectWithStats }) {
  const archive = useArchiveProject()
  const [isBusy, setIsBusy] = useState(false)
  const isArchived = project.archivedAt !== null
  return (
    <Section
      title={isArchived ? texts.archive.archivedTitle : texts.archive.title}
      text={isArchived ? texts.archive.archivedText : texts.archive.text}
    >
      <Button
        busy={isBusy}
        onClick={() => {
          setIsBusy(true)
          archive.mutate({ project, archive: !isArchived }, { onSettled: () => setIsBusy(false) })
        }}
      >
        {isArchived ? texts.archive.unarchive(project.name) : texts.archive.archive(project.name)}
      </Button>
    </Section>
  )
}
