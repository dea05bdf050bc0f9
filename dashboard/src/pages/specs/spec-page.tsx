import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { isNotFound } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Document } from '../knowledge/page-frame.tsx'
import { type Spec, statusNames, statusesFrom } from './queries.ts'
import { SpecAside } from './spec-aside.tsx'
import { useDeleteSpec, useRestoreSpec, useSpecStatus } from './spec-changes.ts'
import { SpecEditor } from './spec-editor.tsx'
import { SpecStatus } from './spec-status.tsx'
import { texts } from './texts.ts'

/** The page of a spec, at its latest or an earlier revision. */
export function SpecPage() {
  const { spec: key } = useParams({ from: '/shell/specs/$spec' })
  const { revision } = useSearch({ from: '/shell/specs/$spec' })
  const query = useRead('specs.get', { spec: key, revision })
  const [editing, setEditing] = useState(false)
  if (query.isPending) return <Loading noun={texts.specPage.loading} />
  if (!query.data || isNotFound(query.error))
    return (
      <LoadError error={query.error!} onRetry={() => void query.refetch()}>
        <Link to="/specs" className="self-center font-medium text-accent underline underline-offset-2">
          {texts.specPage.allSpecs}
        </Link>
      </LoadError>
    )
  const spec = query.data
  if (editing && spec.revision === spec.latestRevision)
    return <SpecEditor spec={spec} onClose={() => setEditing(false)} />
  return (
    <Document key={spec.id} titleId="spec-title" aside={<SpecAside spec={spec} />}>
      <title>{`${spec.key} ${spec.title} · Baton`}</title>
      <SpecHeader spec={spec} onEdit={() => setEditing(true)} />
      <EarlierRevision spec={spec} />
      {spec.content.trim() ? (
        <Markdown text={spec.content} className="max-w-[46rem] text-[15px] leading-relaxed" />
      ) : (
        <p className="text-muted">{texts.specPage.empty}</p>
      )}
    </Document>
  )
}

function SpecHeader({ spec, onEdit }: { spec: Spec; onEdit: () => void }) {
  const { key, title, status, may, revision, latestRevision } = spec
  const isLatest = revision === latestRevision
  const change = useSpecStatus(spec)
  const { specPage } = texts
  const remove = useDeleteSpec(spec)
  return (
    <header className="mb-5">
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <Link to="/specs" className="text-[13px] text-muted hover:text-ink hover:underline">
          {specPage.specs}
        </Link>
        <span aria-hidden className="text-muted">
          /
        </span>
        <span className="font-mono text-xs text-muted">{key}</span>
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {may.edit && isLatest ? (
            <Select
              label={specPage.status}
              options={statusesFrom(status).map((value) => ({ value, name: statusNames[value] }))}
              value={status}
              onChange={(chosen) => change.mutate(chosen)}
            />
          ) : (
            <SpecStatus status={status} />
          )}
          {may.edit && isLatest && status !== 'archived' && (
            <Button onClick={onEdit}>
              <PencilIcon /> {specPage.edit}
            </Button>
          )}
          {may.delete && (
            <RowMenu label={specPage.actions(key)}>
              <MenuItem danger onSelect={() => void remove().catch(showProblem)}>
                {specPage.delete}
              </MenuItem>
            </RowMenu>
          )}
        </span>
      </div>
      <h1 id="spec-title" className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {title}
      </h1>
    </header>
  )
}

/** A notice above an earlier revision, with links to the latest one and a restore button. */
function EarlierRevision({ spec }: { spec: Spec }) {
  const { key, revision, latestRevision, reason, may } = spec
  const navigate = useNavigate()
  const restore = useRestoreSpec(spec)
  const { earlierRevision } = texts
  if (revision === latestRevision) return null
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-2 rounded-md bg-progress-soft px-3 py-2"
    >
      <span className="grow">{earlierRevision.notice(revision, latestRevision, reason)}</span>
      <Link
        to="/specs/$spec/revisions"
        params={{ spec: key }}
        search={{ from: revision, to: latestRevision }}
        className="font-medium underline underline-offset-2"
      >
        {earlierRevision.changes}
      </Link>
      <Link to="/specs/$spec" params={{ spec: key }} className="font-medium underline underline-offset-2">
        {earlierRevision.latest}
      </Link>
      {may.edit && (
        <Button
          busy={restore.isPending}
          onClick={() =>
            restore.mutate(revision, {
              onSuccess: () => void navigate({ to: '/specs/$spec', params: { spec: key } }),
            })
          }
        >
          {earlierRevision.restore}
        </Button>
      )}
    </div>
  )
}
