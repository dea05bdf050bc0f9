import { Link, useParams, useSearch } from '@tanstack/react-router'
import { read, readPages, useRead } from '../../read.ts'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { RestoreRevision } from '../knowledge/restore-revision.tsx'
import { RevisionsView } from '../knowledge/revisions-view.tsx'
import type { Skill } from './queries.ts'
import { useRestoreSkill } from './skill-changes.ts'
import { texts } from './texts.ts'

export function SkillRevisionsPage() {
  const { skill: ref } = useParams({ from: '/shell/skills/$skill/revisions' })
  const query = useRead('skills.get', { skill: ref })
  if (query.isPending) return <Loading noun={texts.revisionsPage.loading} />
  if (!query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  return <Revisions skill={query.data} />
}

function Revisions({ skill }: { skill: Skill }) {
  const { from, to } = useSearch({ from: '/shell/skills/$skill/revisions' })
  const restore = useRestoreSkill(skill)
  const { id, name, latestRevision, may } = skill
  return (
    <RevisionsView
      title={name}
      back={
        <Link to="/skills/$skill" params={{ skill: id }} className="hover:text-ink hover:underline">
          {texts.revisionsPage.back}
        </Link>
      }
      latest={latestRevision}
      {...{ from, to }}
      list={readPages('skills.listRevisions', { skill: id, limit: 100 })}
      compare={(one, other) => read('skills.compare', { skill: id, from: one, to: other })}
      text={(revision) => read('skills.get', { skill: id, revision })}
    >
      {({ revision }) => (
        <>
          <Link
            to="/skills/$skill"
            params={{ skill: id }}
            search={{ revision }}
            aria-label={texts.revisionsPage.viewRevision(revision)}
            className="font-medium text-accent underline underline-offset-2"
          >
            {texts.revisionsPage.view}
          </Link>
          {may.edit && <RestoreRevision {...{ revision, restore }} />}
        </>
      )}
    </RevisionsView>
  )
}
