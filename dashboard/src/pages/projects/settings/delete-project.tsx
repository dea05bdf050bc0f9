import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem, type ProjectWithStats } from '../../../client.ts'
import { projectQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { TypedConfirm } from '../../../ui/typed-confirm.tsx'
import { useDeleteProject } from '../project-changes.ts'

export function DeleteProject({ project }: { project: ProjectWithStats }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const remove = useDeleteProject()
  const [asking, setAsking] = useState(false)
  const { name, key, slug } = project
  return (
    <Section
      title="Delete"
      text="It goes into the trash with all that is in it, for everybody. For 30 days it can be brought back from there."
    >
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete {name}…
      </Button>
      {asking && (
        <TypedConfirm
          title={`Delete ${name}?`}
          warning={`Its ${project.stats.total} tasks and everything else in it go along. After 30 days nobody can bring it back.`}
          label={`Type its key, ${key}, to go on`}
          keep="Keep it"
          onClose={() => setAsking(false)}
          send={async (typed) => {
            if (typed.toUpperCase() !== key) throw notTheKey(key)
            await remove.mutateAsync(project)
            await navigate({ to: '/projects' })
            cache.removeQueries({ queryKey: projectQuery(slug).queryKey })
          }}
        />
      )}
    </Section>
  )
}

/** As the server would say it, if it asked. */
function notTheKey(key: string): Problem {
  const message = `That is not its key. Type ${key} to go on.`
  return new Problem(422, 'invalid_input', message, [{ path: 'confirm', message }])
}
