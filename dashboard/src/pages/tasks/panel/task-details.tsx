import type { OpenedTask } from '../../../client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { Time } from '../../../ui/time.tsx'
import { TaskQuestions } from '../../questions/task-questions.tsx'
import { CompleteForm } from './complete-form.tsx'
import { EditableMarkdown } from '../editable-markdown.tsx'
import { EditableText } from '../editable-text.tsx'
import { isOpen } from '../names.ts'
import { useUpdateTask } from '../task-changes.ts'
import { Lease } from './lease.tsx'
import { TaskComments } from './task-comments.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskHistory } from './task-history.tsx'
import { TaskLinks } from './task-links.tsx'
import { TaskProperties } from './task-properties.tsx'
import { texts } from './texts.ts'

const { taskDetails } = texts

export function TaskDetails({ task, slug }: { task: OpenedTask; slug: string }) {
  const { createdBy } = task
  return (
    <div className="flex grow flex-col gap-5 px-5 pt-4 pb-6">
      <Lease task={task} slug={slug} />
      <TaskQuestions task={task.key} />
      {task.may.edit ? <EditableTask task={task} slug={slug} /> : <ReadOnlyTask task={task} />}
      {task.completionNotes && (
        <section aria-labelledby="notes" className="rounded-lg bg-accent-soft px-3.5 py-3">
          <h3 id="notes" className="mb-1 text-xs font-semibold text-accent">
            {taskDetails.completionNotes}
          </h3>
          <Markdown text={task.completionNotes} breaks />
        </section>
      )}
      {task.may.edit && isOpen(task.status) && <CompleteForm task={task} slug={slug} />}
      <TaskLinks task={task} slug={slug} />
      <TaskComments task={task} />
      <TaskHistory taskKey={task.key} canUndo={task.may.edit} />
      <p className="mt-auto flex items-center gap-2 border-t pt-4 text-[13px] text-muted">
        <Avatar {...createdBy} />
        <span>
          {taskDetails.createdBy} <span className="text-ink">{createdBy.name}</span>
          {createdBy.onBehalfOf && taskDetails.onBehalfOf(createdBy.onBehalfOf.name)},{' '}
          <Time at={task.createdAt} />
        </span>
      </p>
    </div>
  )
}

function EditableTask({ task, slug }: { task: OpenedTask; slug: string }) {
  const update = useUpdateTask(slug)
  return (
    <>
      <EditableText
        label={taskDetails.title}
        value={task.title}
        oneLine
        required
        className="text-lg leading-snug font-semibold"
        onSave={(title) => update.mutate({ key: task.key, set: { title } })}
      />
      <TaskProperties
        task={task}
        slug={slug}
        onChange={(change) => update.mutate({ key: task.key, ...change })}
      />
      <EditableMarkdown
        label={taskDetails.description}
        item={task.key}
        value={task.description}
        placeholder={taskDetails.descriptionPlaceholder}
        className="min-h-24"
        onSave={(description) => update.mutate({ key: task.key, set: { description } })}
      />
    </>
  )
}

/** The task for viewers who can't edit it. */
function ReadOnlyTask({ task }: { task: OpenedTask }) {
  return (
    <>
      <h2 className="py-1.5 text-lg leading-snug font-semibold wrap-anywhere">{task.title}</h2>
      <TaskFacts task={task} />
      {task.description && <Markdown text={task.description} breaks />}
    </>
  )
}
