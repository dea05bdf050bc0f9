import { useParams, useSearch } from '@tanstack/react-router'
import { useRead } from '../../read.ts'
import { RevisionsPage, ViewRevisionLink } from '../knowledge/revisions-page.tsx'
import { skillRestoration } from './skill-changes.ts'

export function SkillRevisionsPage() {
  const { skill } = useParams({ from: '/shell/skills/$skill/revisions' })
  return (
    <RevisionsPage
      query={useRead('skills.get', { skill })}
      describe={(loaded) => ({
        at: loaded.id,
        title: loaded.name,
        latest: loaded.latestRevision,
        restoration: skillRestoration(loaded),
        canRestore: loaded.may.edit,
      })}
      search={useSearch({ from: '/shell/skills/$skill/revisions' })}
    >
      {(revision, at) => <ViewRevisionLink kind="skill" at={at} revision={revision} />}
    </RevisionsPage>
  )
}
