import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { CommentField, Comment as CommentFrame } from '../../comments/comment.tsx'
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
  /** The feature. A task shows its comments among its other activity. */
  task: { key: string; may: { edit: boolean } }
}

/** The comments on a feature, oldest first. */
export function TaskComments({ task }: TaskCommentsProps) {
  const list = useInfiniteQuery(commentsQuery(task.key))
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
      {task.may.edit && <NewComment item={task.key} />}
    </PanelSection>
  )
}

/** The field for a new comment. */
export function NewComment({ item }: { item: string }) {
  const add = useAddComment(item)
  return (
    <div className="mt-3">
      <CommentField
        label={taskComments.newComment.label}
        action={taskComments.newComment.submit}
        draft={`comment ${item}`}
        attachTo={item}
        onSave={(body, onRejected) => add.mutate(body, { onError: onRejected })}
      />
    </div>
  )
}

interface CommentLineProps {
  comment: Comment
  item: string
}

/** A comment with its menu. Its author can edit it in place. */
export function CommentLine({ comment, item }: CommentLineProps) {
  const update = useUpdateComment(item)
  const remove = useDeleteComment(item)
  const [editing, setEditing] = useState(false)
  const { createdBy, editedAt, body, may } = comment
  const menu = !editing && (may.edit || may.delete) && (
    <RowMenu label={taskComments.actions(createdBy.name)}>
      {may.edit && <MenuItem onSelect={() => setEditing(true)}>{taskComments.edit}</MenuItem>}
      {may.delete && (
        <MenuItem danger onSelect={() => remove.mutate(comment)}>
          {taskComments.delete}
        </MenuItem>
      )}
    </RowMenu>
  )
  return (
    <CommentFrame
      comment={comment}
      isDraft={isDraftComment(comment)}
      isEdited={editedAt !== null}
      menu={menu}
    >
      {editing ? (
        <CommentField
          label={taskComments.editComment.label}
          action={taskComments.editComment.submit}
          start={body}
          draft={`comment ${comment.id}`}
          attachTo={item}
          onSave={(changed) => {
            setEditing(false)
            if (changed !== body) update.mutate({ comment, body: changed })
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Markdown text={body} breaks />
      )}
    </CommentFrame>
  )
}
