import type { InputOf } from '../../../client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { NameLink } from '../../../ui/links.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { Time } from '../../../ui/time.tsx'
import { showProblem } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { Byline, PostBadges } from '../../community/post-parts.tsx'
import type { DialogKind } from './post-dialogs.tsx'
import type { AdminPost } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.post

interface PostRowProps {
  post: AdminPost
  onOpen: (dialog: DialogKind) => void
}

/** A post with its reports, its text and the actions of an administrator. */
export function PostRow({ post, onOpen }: PostRowProps) {
  const { title, author, hiddenReason, openReports, allReports } = post
  const resolved = allReports - openReports
  return (
    <li className="flex min-w-0 flex-col gap-2 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
        {openReports > 0 && <Badge tone="danger">{labels.reports(openReports)}</Badge>}
        {resolved > 0 && <Badge>{labels.earlierReports(resolved)}</Badge>}
        <PostBadges post={post} />
        {author.suspended && <Badge tone="attention">{labels.suspended}</Badge>}
      </p>
      <div className="flex flex-wrap items-center gap-x-2 text-[13px] text-muted">
        <Byline post={post} />
        <NameLink to="/admin/people/$user" params={{ user: author.username }}>
          @{author.username}
        </NameLink>
      </div>
      {hiddenReason && (
        <p className="text-[13px] text-muted wrap-anywhere">{labels.hiddenReason(hiddenReason)}</p>
      )}
      {openReports > 0 && <Reports post={post} />}
      <details>
        <summary className="cursor-pointer text-[13px] font-medium text-muted">{labels.showText}</summary>
        <div className="mt-2 max-h-96 overflow-y-auto rounded-md border px-4 py-2.5">
          <Markdown text={post.body} isPublic />
        </div>
      </details>
      <Actions post={post} onOpen={onOpen} />
    </li>
  )
}

function Reports({ post: { title, reports, openReports } }: { post: AdminPost }) {
  const more = openReports - reports.length
  return (
    <ul aria-label={labels.reportList(title)} className="flex flex-col gap-1.5 rounded-md bg-hover px-3 py-2">
      {reports.map(({ id, reason, reporter, createdAt }) => (
        <li key={id} className="text-[13px]">
          <span className="whitespace-pre-wrap wrap-anywhere">{reason}</span>{' '}
          <span className="text-muted">
            · {reporter.name} · <Time at={createdAt} />
          </span>
        </li>
      ))}
      {more > 0 && <li className="text-[13px] text-muted">{labels.moreReports(more)}</li>}
    </ul>
  )
}

function Actions({ post: { id, hidden, pinned, openReports }, onOpen }: PostRowProps) {
  const update = (set: Omit<InputOf<'communityPosts.updateAny'>, 'post'>) =>
    void write('communityPosts.updateAny', { post: id, ...set }).catch(showProblem)
  return (
    <p className="flex flex-wrap gap-2">
      <Button onClick={() => (hidden ? update({ hidden: false }) : onOpen('hide'))}>
        {hidden ? labels.show : labels.hide}
      </Button>
      {openReports > 0 && <Button onClick={() => update({ dismissReports: true })}>{labels.dismiss}</Button>}
      <Button kind="quiet" onClick={() => update({ pinned: !pinned })}>
        {pinned ? labels.unpin : labels.pin}
      </Button>
      <Button kind="quiet" onClick={() => onOpen('edit')}>
        {labels.edit}
      </Button>
      <Button kind="quiet" onClick={() => onOpen('delete')}>
        {labels.delete}
      </Button>
    </p>
  )
}
