import { useInfiniteQuery } from '@tanstack/react-query'
import type { Task } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { EventLine } from '../../activity/events.tsx'
import { commentsQuery, historyQuery } from './comments.ts'
import { PanelSection } from './panel-section.tsx'
import { mergeStream } from './stream.ts'
import { CommentLine, NewComment } from './task-comments.tsx'
import { texts } from './texts.ts'

/** The comments and events of a task in one list, oldest first, and a field for a new comment. */
export function TaskStream({ task }: { task: Pick<Task, 'key' | 'may'> }) {
  const { taskStream } = texts
  const comments = useInfiniteQuery(commentsQuery(task.key))
  const events = useInfiniteQuery(historyQuery(task.key))
  const lists = [comments, events]
  const error = lists.find((list) => !list.data && list.error)?.error
  const entries = mergeStream(loaded(comments), loaded(events))
  return (
    <PanelSection title={taskStream.title}>
      {lists.some(({ hasNextPage }) => hasNextPage) && (
        <Button
          className="mb-3"
          busy={lists.some(({ isFetchingNextPage }) => isFetchingNextPage)}
          onClick={() => {
            for (const list of lists) if (list.hasNextPage) void list.fetchNextPage()
          }}
        >
          {taskStream.showEarlier}
        </Button>
      )}
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
      <ol aria-label={taskStream.label} className="flex flex-col gap-3">
        {entries.map(({ id, comment, event }) =>
          comment ? (
            <CommentLine key={id} comment={comment} item={task.key} />
          ) : (
            <EventLine key={id} event={event} canUndo={task.may.edit} compact />
          ),
        )}
      </ol>
      {task.may.edit && <NewComment item={task.key} />}
    </PanelSection>
  )
}

interface List<Item> {
  data: { pages: { items: Item[] }[] } | undefined
  hasNextPage: boolean
}

function loaded<Item>({ data, hasNextPage }: List<Item>) {
  return { items: data?.pages.flatMap(({ items }) => items) ?? [], hasMore: hasNextPage }
}
