import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useProject } from '../projects/this-project.ts'
import { kindsInProject, trashKinds } from './names.ts'
import { TrashList } from './trash-list.tsx'

/** Everything in the organization that whoever looks could bring back. */
export function TrashPage() {
  const { kind } = useSearch({ from: '/shell/trash' })
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-5xl px-4 py-6 md:px-8 md:py-8">
      <title>Trash · Baton</title>
      <h1 className="text-xl font-semibold tracking-tight">Trash</h1>
      <p className="mt-1 mb-5 max-w-prose text-muted">
        What was deleted and you could bring back. After 30 days it is gone for good.
      </p>
      <TrashList
        kind={kind}
        kinds={trashKinds}
        onKind={(chosen) => void navigate({ to: '/trash', search: { kind: chosen }, replace: true })}
      />
    </div>
  )
}

/** The same for what was in one project. */
export function ProjectTrashPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/trash' })
  const { kind } = useSearch({ from: '/shell/projects/$slug/trash' })
  const { name } = useProject()
  const navigate = useNavigate()
  return (
    <div className="max-w-5xl px-4 py-5 md:px-5">
      <title>{`Trash of ${name} · Baton`}</title>
      <TrashList
        project={slug}
        kind={kind}
        kinds={kindsInProject}
        onKind={(chosen) =>
          void navigate({
            to: '/projects/$slug/trash',
            params: { slug },
            search: { kind: chosen },
            replace: true,
          })
        }
      />
    </div>
  )
}
