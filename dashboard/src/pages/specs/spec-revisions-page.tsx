import { useParams, useSearch } from '@tanstack/react-router'
import { read, readPages, useRead } from '../../read.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { RevisionsView, ViewRevisionLink } from '../knowledge/revisions-view.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { specRestoration } from './spec-changes.ts'

export function SpecRevisionsPage() {
  const { spec: key } = useParams({ from: '/shell/specs/$spec/revisions' })
  const search = useSearch({ from: '/shell/specs/$spec/revisions' })
  return (
    <Loaded query={useRead('specs.get', { spec: key })} noun={knowledgeTexts.revisionList.loading}>
      {(spec) => (
        <RevisionsView
          title={`${spec.key} ${spec.title}`}
          at={spec.key}
          latest={spec.latestRevision}
          search={search}
          list={readPages('specs.listRevisions', { spec: spec.key, limit: 100 })}
          compare={(from, to) => read('specs.compare', { spec: spec.key, from, to })}
          text={(revision) => read('specs.get', { spec: spec.key, revision })}
          restoration={specRestoration(spec)}
          canRestore={spec.may.edit}
        >
          {(revision) => (
            <ViewRevisionLink
              revision={revision}
              to="/specs/$spec"
              params={{ spec: spec.key }}
              search={{ revision }}
            />
          )}
        </RevisionsView>
      )}
    </Loaded>
  )
}
