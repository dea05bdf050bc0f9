import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import type { ListedPost } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.post

type Shown = Pick<ListedPost, 'author' | 'createdAt' | 'editedAt' | 'editedBy'>

/** The author of a post, and when it was written and edited. */
export function Byline({ post: { author, createdAt, editedAt, editedBy } }: { post: Shown }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-muted">
      <Avatar kind="user" {...author} />
      <span className="font-medium text-ink wrap-anywhere">{author.name}</span>
      <span>
        <Time at={createdAt} />
        {editedAt && (
          <>
            {editedBy === 'administrator' ? labels.editedByAdministrator : labels.edited}
            <Time at={editedAt} />
          </>
        )}
      </span>
    </p>
  )
}

export function PostBadges({ post: { pinned, hidden } }: { post: Pick<ListedPost, 'pinned' | 'hidden'> }) {
  return (
    <>
      {pinned && <Badge tone="accent">{labels.pinned}</Badge>}
      {hidden && <Badge tone="attention">{labels.hidden}</Badge>}
    </>
  )
}
