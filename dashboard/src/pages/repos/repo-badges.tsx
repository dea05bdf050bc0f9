import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Repo } from './repo-changes.ts'
import { texts } from './texts.ts'

const tones = { pending: 'attention', syncing: 'plain', ready: 'accent', error: 'danger' } as const

/** The state of a repository, and whether it is private. */
export function RepoBadges({ repo: { status, private: isPrivate, hasToken } }: { repo: Repo }) {
  return (
    <>
      <Badge tone={tones[status]}>
        {status === 'syncing' && <Spinner />}
        {texts.status[status]}
      </Badge>
      {isPrivate && <Badge>{texts.private}</Badge>}
      {hasToken && <Badge>{texts.hasToken}</Badge>}
    </>
  )
}
