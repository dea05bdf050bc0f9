import { Link, useParams, useSearch } from '@tanstack/react-router'
import { read, readPages, useRead } from '../../read.ts'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { RestoreRevision } from '../knowledge/restore-revision.tsx'
import { RevisionsView } from '../knowledge/revisions-view.tsx'
import type { Spec } from './queries.ts'
import { useRestoreSpec } from './spec-changes.ts'
import { texts } from './texts.ts'

export function SpecRevisionsPage() {
  const { spec: key } = useParams({ from: '/shell/specs/$spec/revisions' })
  const query = useRead('specs.get', { spec: key })
  if (query.isPending) return <Loading noun={texts.revisionsPage.loading} />
  if (!query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  return <Revisions spec={query.data} />
}

function Revisions({ spec }: { spec: Spec }) {
  const { from, to } = useSearch({ from: '/shell/specs/$spec/revisions' })
  const restore = useRestoreSpec(spec)
  const { key, title, latestRevision, may } = spec
  return (
    <RevisionsView
      title={`${key} ${title}`}
      back={
        <Link to="/specs/$spec" params={{ spec: key }} className="hover:text-ink hover:underline">
          {texts.revisionsPage.back}
        </Link>
      }
      latest={latestRevision}
      {...{ from, to }}
      list={readPages('specs.listRevisions', { spec: key, limit: 100 })}
      compare={(one, other) => read('specs.compare', { spec: key, from: one, to: other })}
      text={(revision) => read('specs.get', { spec: key, revision })}
    >
      {({ revision }) => (
        <>
          <Link
            to="/specs/$spec"
            params={{ spec: key }}
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
