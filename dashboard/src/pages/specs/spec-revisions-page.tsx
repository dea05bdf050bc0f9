import { useParams, useSearch } from '@tanstack/react-router'
import { useRead } from '../../read.ts'
import { RevisionsPage, ViewRevisionLink } from '../knowledge/revisions-page.tsx'
import { specRestoration } from './spec-changes.ts'

export function SpecRevisionsPage() {
  const { spec } = useParams({ from: '/shell/specs/$spec/revisions' })
  return (
    <RevisionsPage
      query={useRead('specs.get', { spec })}
      describe={(loaded) => ({
        at: loaded.key,
        title: `${loaded.key} ${loaded.title}`,
        latest: loaded.latestRevision,
        restoration: specRestoration(loaded),
        canRestore: loaded.may.edit,
      })}
      search={useSearch({ from: '/shell/specs/$spec/revisions' })}
    >
      {(revision, at) => <ViewRevisionLink kind="spec" at={at} revision={revision} />}
    </RevisionsPage>
  )
}
