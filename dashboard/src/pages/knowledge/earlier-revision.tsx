import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { type Restoration, useRestoreRevision } from './restore-revision.ts'
import { texts } from './texts.ts'

interface Revised {
  revision: number
  latestRevision: number
}

export function isLatest({ revision, latestRevision }: Revised): boolean {
  return revision === latestRevision
}

interface EarlierRevisionProps {
  /** The shown revision. */
  item: Revised & { reason?: string; may: { edit: boolean } }
  /** The page of the latest revision. */
  latest: LinkProps
  /** The comparison with the latest revision. */
  changes?: LinkProps
  restoration: Restoration
}

/** A notice above an earlier revision, with links to the latest one and a restore button. */
export function EarlierRevision({ item, latest, changes, restoration }: EarlierRevisionProps) {
  const { revision, latestRevision, reason, may } = item
  const navigate = useNavigate()
  const restore = useRestoreRevision(restoration)
  const labels = texts.earlierRevision
  const link = 'font-medium underline underline-offset-2'
  if (isLatest(item)) return null
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-2 rounded-md bg-progress-soft px-3 py-2"
    >
      <span className="grow">{labels.notice(revision, latestRevision, reason)}</span>
      {changes && (
        <Link {...changes} className={link}>
          {labels.changes}
        </Link>
      )}
      <Link {...latest} className={link}>
        {labels.latest}
      </Link>
      {may.edit && (
        <Button
          busy={restore.isPending}
          onClick={() => restore.mutate(revision, { onSuccess: () => void navigate(latest) })}
        >
          {texts.restoreRevision.action}
        </Button>
      )}
    </div>
  )
}
