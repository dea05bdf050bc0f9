import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProjectWithStats } from '../../../client.ts'
import { read } from '../../../read.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { fieldProblem } from '../../../ui/submit.ts'
import { TypedConfirm } from '../../../ui/typed-confirm.tsx'
import { useDeleteProject } from '../project-changes.ts'
import { texts } from './texts.ts'

const { deleteProject } = texts

export function DeleteProject({ project }: { project: ProjectWithStats }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const remove = useDeleteProject()
  const [isConfirming, setIsConfirming] = useState(false)
  const { name, key, slug } = project
  const { confirm } = deleteProject
  return (
    <Section title={deleteProject.title} text={deleteProject.text}>
      <Button kind="danger" onClick={() => setIsConfirming(true)}>
        {deleteProject.delete(name)}
      </Button>
      {isConfirming && (
        <TypedConfirm
          title={confirm.title(name)}
          warning={confirm.warning(project.stats.total)}
          label={confirm.label(key)}
          onClose={() => setIsConfirming(false)}
          send={async (typed) => {
            if (typed.toUpperCase() !== key) throw fieldProblem('confirm', confirm.wrongKey(key))
            await remove.mutateAsync(project)
            await navigate({ to: '/projects' })
            cache.removeQueries({ queryKey: read('projects.get', { project: slug }).queryKey })
          }}
        />
      )}
    </Section>
  )
}
