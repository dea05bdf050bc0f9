import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { CommentField } from '../../../ui/comment-field.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { Time } from '../../../ui/time.tsx'
import {
  type Comment,
  commentsQuery,
  isDraftComment,
  useAddComment,
  useDeleteComment,
  useUpdateComment,
} from './comments.ts'
import { PanelSection } from './panel-section.tsx'
import { texts } from './texts.ts'

const { taskComments } = texts

interface TaskCommentsProps {
  /** A task or a feature. */
  task: { key: string; may: { edit: boolean } }
}

/** The comments on a task or feature, oldest first. */
export function TaskComments({ task }: TaskCommentsProps) {
  const list = useInfiniteQuery(commentsQuery(task.key))
  const add = useAddComment(task.key)
  const comments = list.data?.pages.flatMap(({ items }) => items).toReversed() ?? []
  if (comments.length === 0 && !task.may.edit) return null
  return (
    <PanelSection title={taskComments.title}>
      {list.hasNextPage && (
        <Button className="mb-2" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {taskComments.showEarlier}
        </Button>
      )}
      {!list.data && list.error && (
        <p role="alert" className="text-danger">
          {list.error.message}
        </p>
      )}
      <ol aria-label={taskComments.title} className="flex flex-col gap-3">
        {comments.map((comment) => (
          <CommentLine key={comment.id} comment={comment} item={task.key} />
        ))}
      </ol>
      {task.may.edit && (
        <div className="mt-3">
          <CommentField
            label={taskComments.newComment.label}
            placeholder={taskComments.placeholder(taskComments.newComment.label)}
            action={taskComments.newComment.submit}
            onSave={(body, onRejected) => add.mutate(body, { onError: onRejected })}
          />
        </div>
      )}
    </PanelSection>
  )
}

interface CommentLineProps {
  comment: Comment
  item: string
}

function CommentLine({ comment, item }: CommentLineProps) {
  const update = useUpdateComment(item)
  const remove = useDeleteComment(item)
  const [editing, setEditing] = useState(false)
  const { createdBy, may } = comment
  return (
    <li className={`flex gap-2 ${isDraftComment(comment) ? 'opacity-60' : ''}`}>
      <Avatar {...createdBy} />
      <div className="min-w-0 grow">
        <p className="flex min-h-5 flex-wrap items-center gap-x-1.5 text-[13px]">
          <span className={`font-medium ${createdBy.kind === 'agent' ? 'text-agent' : ''}`}>
            {createdBy.name}
          </span>
          {createdBy.onBehalfOf && (
            <span className="text-muted">{taskComments.onBehalfOf(createdBy.onBehalfOf.name)}</span>
          )}
          <span className="text-muted">
            <Time at={comment.createdAt} />
            {comment.editedAt && taskComments.edited}
          </span>
        </p>
        {editing ? (
          <CommentField
            label={taskComments.editComment.label}
            placeholder={taskComments.placeholder(taskComments.editComment.label)}
            action={taskComments.editComment.submit}
            start={comment.body}
            onSave={(body) => {
              setEditing(false)
              if (body !== comment.body) update.mutate({ comment, body })
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <Markdown text={comment.body} breaks />
        )}
      </div>
      {!editing && (may.edit || may.delete) && (
        <RowMenu label={taskComments.actions(createdBy.name)}>
          {may.edit && <MenuItem onSelect={() => setEditing(true)}>{taskComments.edit}</MenuItem>}
          {may.delete && (
            <MenuItem danger onSelect={() => remove.mutate(comment)}>
              {taskComments.delete}
            </MenuItem>
          )}
        </RowMenu>
      )}
    </li>
  )
}
