import { useParams, useSearch } from '@tanstack/react-router'
import { useRead } from '../../read.ts'
import { RowMenu } from '../../ui/menu.tsx'
import { Select } from '../../ui/select.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { DeleteDocument } from '../knowledge/delete-document.tsx'
import { documentKinds } from '../knowledge/document-kinds.ts'
import {
  DocumentHeader,
  DocumentKey,
  DocumentPage,
  DocumentText,
  EditButton,
} from '../knowledge/document-page.tsx'
import { EarlierRevision, isLatest } from '../knowledge/earlier-revision.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { contentWith } from '../knowledge/tick.ts'
import { withoutTitle } from '../knowledge/without-title.ts'
import { type Spec, statusNames, statusesFrom } from './queries.ts'
import { SpecAside } from './spec-aside.tsx'
import { specRestoration, useSpecStatus, useTickSpec } from './spec-changes.ts'
import { SpecEditor } from './spec-editor.tsx'
import { SpecStatus } from './spec-status.tsx'
import { texts } from './texts.ts'

/** The page of a spec, at its latest or an earlier revision. */
export function SpecPage() {
  const { spec: at } = useParams({ from: '/shell/specs/$spec' })
  const { revision } = useSearch({ from: '/shell/specs/$spec' })
  return (
    <DocumentPage
      kind="spec"
      query={useRead('specs.get', { spec: at, revision })}
      tabTitle={({ key, title }) => `${key} ${title}`}
      renderAside={(spec) => <SpecAside spec={spec} />}
      canEdit={isLatest}
      renderEditor={(spec, close) => <SpecEditor spec={spec} onClose={close} />}
    >
      {(spec, edit) => (
        <>
          <SpecHeader spec={spec} onEdit={edit} />
          <EarlierRevision
            item={spec}
            latest={documentKinds.spec.page(spec.key)}
            changes={{
              to: '/specs/$spec/revisions',
              params: { spec: spec.key },
              search: { from: spec.revision, to: spec.latestRevision },
            }}
            restoration={specRestoration(spec)}
          />
          <SpecText spec={spec} />
          <AttachmentList item={spec.key} />
        </>
      )}
    </DocumentPage>
  )
}

function SpecText({ spec }: { spec: Spec }) {
  const tick = useTickSpec(spec)
  const text = withoutTitle(spec)
  // A change of an approved spec needs a new approval, so it takes more than a click.
  const canTick = spec.may.edit && isLatest(spec) && (spec.status === 'draft' || spec.status === 'review')
  return (
    <DocumentText
      kind="spec"
      text={text}
      onTick={canTick ? (changed) => tick.mutate(contentWith(spec.content, text, changed)) : undefined}
    />
  )
}

function SpecHeader({ spec, onEdit }: { spec: Spec; onEdit: () => void }) {
  const { id, key, title, status, may } = spec
  const change = useSpecStatus(spec)
  const canEdit = may.edit && isLatest(spec)
  return (
    <DocumentHeader
      title={title}
      place={<DocumentKey>{key}</DocumentKey>}
      actions={
        <>
          {canEdit ? (
            <Select
              label={texts.status}
              options={statusesFrom(status).map((value) => ({ value, name: statusNames[value] }))}
              value={status}
              onChange={(chosen) => change.mutate(chosen)}
            />
          ) : (
            <SpecStatus status={status} />
          )}
          {canEdit && status !== 'archived' && <EditButton onEdit={onEdit} />}
          {may.delete && (
            <RowMenu label={knowledgeTexts.actions(key)}>
              <DeleteDocument kind="spec" id={id} at={key} name={key} />
            </RowMenu>
          )}
        </>
      }
    />
  )
}
