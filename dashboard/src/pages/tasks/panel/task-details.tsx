import type { OpenedTask } from '../../../client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { Time } from '../../../ui/time.tsx'
import { AttachmentList } from '../../attachments/attachment-list.tsx'
import { ItemConflicts } from '../../conflicts/item-conflicts.tsx'
import { LinkedCode } from '../../repos/linked-code.tsx'
import { TaskQuestions } from '../../questions/task-questions.tsx'
import { CompleteForm } from './complete-form.tsx'
import { EditableMarkdown } from '../editable-markdown.tsx'
import { EditableText } from '../editable-text.tsx'
import { isOpen } from '../names.ts'
import { useUpdateTask } from '../task-changes.ts'
import { Lease } from './lease.tsx'
import { PanelSection } from './panel-section.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskLinks } from './task-links.tsx'
import { TaskProperties } from './task-properties.tsx'
import { TaskRelations } from './task-relations.tsx'
import { TaskStream } from './task-stream.tsx'
import { texts } from './texts.ts'
import { Watchers } from './watchers.tsx'

const { taskDetails } = texts

interface TaskDetailsProps {
  task: OpenedTask
  slug: string
}

/** A task, in the panel and on its own page. The properties are beside the text if there is room. */
export function TaskDetails({ task, slug }: TaskDetailsProps) {
  return (
    <div className="@container grow">
      <div className="grid max-w-6xl grid-cols-1 gap-x-10 gap-y-5 px-5 pt-4 pb-6 @3xl:grid-cols-[minmax(0,1fr)_20rem] @3xl:grid-rows-[auto_1fr]">
        <div className="flex flex-col gap-5">
          <Lease task={task} slug={slug} />
          <TaskQuestions task={task.key} />
          <ItemConflicts item={task.id} />
          <TaskTitle task={task} slug={slug} />
        </div>
        <div className="flex flex-col @3xl:sticky @3xl:top-4 @3xl:col-start-2 @3xl:row-span-2 @3xl:row-start-1 @3xl:self-start">
          <PropertiesOf task={task} slug={slug} />
          <Watchers taskKey={task.key} />
          <Author task={task} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Description task={task} slug={slug} />
          {task.completionNotes && (
            <section aria-labelledby="notes" className="rounded-lg bg-accent-soft px-3.5 py-3">
              <h3 id="notes" className="mb-1 text-xs font-semibold text-accent">
                {taskDetails.completionNotes}
              </h3>
              <Markdown text={task.completionNotes} breaks />
            </section>
          )}
          {task.may.edit && isOpen(task.status) && <CompleteForm task={task} slug={slug} />}
          <LinkedCode item={task.key}>
            {(list) => <PanelSection title={taskDetails.code}>{list}</PanelSection>}
          </LinkedCode>
          <TaskRelations task={task} slug={slug} />
          <TaskLinks task={task} slug={slug} />
          <TaskStream task={task} />
        </div>
      </div>
    </div>
  )
}

function TaskTitle({ task, slug }: TaskDetailsProps) {
  const update = useUpdateTask(slug)
  if (!task.may.edit)
    return (
      <h2 className="py-1.5 text-lg leading-snug font-semibold wrap-anywhere @3xl:text-xl">{task.title}</h2>
    )
  return (
    <EditableText
      label={taskDetails.title}
      value={task.title}
      oneLine
      required
      className="text-lg leading-snug font-semibold @3xl:text-xl"
      onSave={(title) => update.mutate({ key: task.key, set: { title } })}
    />
  )
}

function PropertiesOf({ task, slug }: TaskDetailsProps) {
  const update = useUpdateTask(slug)
  if (!task.may.edit) return <TaskFacts task={task} />
  return (
    <TaskProperties
      task={task}
      slug={slug}
      onChange={(change) => update.mutate({ key: task.key, ...change })}
    />
  )
}

function Description({ task, slug }: TaskDetailsProps) {
  const update = useUpdateTask(slug)
  if (!task.may.edit)
    return (
      <div>
        {task.description && <Markdown text={task.description} breaks />}
        <AttachmentList item={task.key} />
      </div>
    )
  return (
    <EditableMarkdown
      label={taskDetails.description}
      item={task.key}
      value={task.description}
      placeholder={taskDetails.descriptionPlaceholder}
      className="min-h-24"
      onSave={(description) => update.mutate({ key: task.key, set: { description } })}
    />
  )
}

function Author({ task: { createdBy, createdAt } }: { task: OpenedTask }) {
  return (
    <p className="mt-2 flex items-center gap-2 border-t pt-3 text-[13px] text-muted">
      <Avatar {...createdBy} />
      <span>
        {taskDetails.createdBy} <span className="text-ink">{createdBy.name}</span>
        {createdBy.onBehalfOf && taskDetails.onBehalfOf(createdBy.onBehalfOf.name)}, <Time at={createdAt} />
      </span>
    </p>
  )
}
