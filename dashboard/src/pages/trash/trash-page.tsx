import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useProject } from '../projects/this-project.ts'
import { kindsInProject, trashKinds } from './names.ts'
import { texts } from './texts.ts'
import { TrashList } from './trash-list.tsx'

const { trashPage } = texts

/** All deleted items of the organization that the user can restore. */
export function TrashPage() {
  const { kind } = useSearch({ from: '/shell/trash' })
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-5xl px-4 py-6 md:px-8 md:py-8">
      <title>{`${trashPage.title} · Baton`}</title>
      <h1 className="text-xl font-semibold tracking-tight">{trashPage.title}</h1>
      <p className="mt-1 mb-5 max-w-prose text-muted">{trashPage.text}</p>
      <TrashList
        kind={kind}
        kinds={trashKinds}
        onKind={(selected) => void navigate({ to: '/trash', search: { kind: selected }, replace: true })}
      />
    </div>
  )
}

/** The deleted items of one project. */
export function ProjectTrashPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/trash' })
  const { kind } = useSearch({ from: '/shell/projects/$slug/trash' })
  const { name } = useProject()
  const navigate = useNavigate()
  return (
    <div className="max-w-5xl px-4 py-5 md:px-5">
      <title>{`${trashPage.projectTitle(name)} · Baton`}</title>
      <TrashList
        project={slug}
        kind={kind}
        kinds={kindsInProject}
        onKind={(selected) =>
          void navigate({
            to: '/projects/$slug/trash',
            params: { slug },
            search: { kind: selected },
            replace: true,
          })
        }
      />
    </div>
  )
}
