import { useSearch } from '@tanstack/react-router'
import { Page, ProjectTab } from '../../ui/page.tsx'
import { useProject } from '../projects/this-project.ts'
import { kindsInProject, trashKinds } from './names.ts'
import { texts } from './texts.ts'
import { TrashList } from './trash-list.tsx'

const { trashPage } = texts

/** All deleted items of the organization that the user can restore. */
export function TrashPage() {
  const { kind } = useSearch({ from: '/shell/trash' })
  return (
    <Page title={trashPage.title} text={trashPage.text} width="wide">
      <TrashList kind={kind} kinds={trashKinds} />
    </Page>
  )
}

/** The deleted items of one project. */
export function ProjectTrashPage() {
  const { kind } = useSearch({ from: '/shell/projects/$slug/trash' })
  const { slug, name } = useProject()
  return (
    <ProjectTab tabTitle={trashPage.projectTitle(name)}>
      <TrashList project={slug} kind={kind} kinds={kindsInProject} />
    </ProjectTab>
  )
}
