import { Link } from '@tanstack/react-router'
import { XIcon } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showProblem } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { isOpen as isOpenTask, statusNames } from '../tasks/names.ts'
import { StatusIcon } from '../tasks/status-icon.tsx'
import { isOpen } from './names.ts'
import type { FeatureDetails } from './queries.ts'
import { texts } from './texts.ts'

const { linkedTasks } = texts

/** The tasks linked to a feature. A gate can require that all of them are closed. */
export function LinkedTasks({ feature }: { feature: FeatureDetails }) {
  const { tasks, may } = feature
  const done = tasks.filter(({ status }) => !isOpenTask(status)).length
  const unlink = (task: string) => write('tasks.update', { task, feature: null }).catch(showProblem)
  return (
    <section aria-labelledby="linked-tasks">
      <h3 id="linked-tasks" className="mb-2 flex gap-2 text-xs font-semibold text-muted">
        {linkedTasks.title}
        {tasks.length > 0 && (
          <span className="font-normal tabular-nums">{linkedTasks.progress(done, tasks.length)}</span>
        )}
      </h3>
      {tasks.length === 0 && <p className="text-[13px] text-muted">{linkedTasks.empty}</p>}
      <ul aria-labelledby="linked-tasks" className="flex flex-col gap-0.5">
        {tasks.map(({ id, key, title, status }) => (
          <li key={id} className="group flex items-center gap-2 text-[13px]">
            <StatusIcon status={status} />
            <span className="sr-only">{statusNames[status]}</span>
            <Link
              to="."
              search={(search) => ({ ...search, task: key })}
              className="flex min-w-0 grow items-baseline gap-1.5 py-0.5 hover:underline"
            >
              <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
              <span className={`truncate ${isOpenTask(status) ? '' : 'text-muted'}`}>{title}</span>
            </Link>
            {may.edit && (
              <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
                <IconButton label={linkedTasks.unlink(key)} onClick={() => void unlink(key)}>
                  <XIcon />
                </IconButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {may.edit && isOpen(feature) && <AddTask feature={feature} />}
    </section>
  )
}

const isKey = /^[a-z][a-z0-9]*-\d+$/i

/** Links an existing task if the text is a task key. Otherwise creates a task with the text as its title. */
function AddTask({ feature: { key, project } }: { feature: FeatureDetails }) {
  const [text, setText] = useState('')
  const form = useSubmit(async () => {
    const trimmed = text.trim()
    if (!trimmed) return
    await (isKey.test(trimmed)
      ? write('tasks.update', { task: trimmed, feature: key })
      : write('tasks.create', { project, title: trimmed, feature: key }))
    setText('')
  })
  return (
    <form onSubmit={form.submit} noValidate className="mt-2 flex flex-col gap-2">
      <input
        aria-label={linkedTasks.add}
        placeholder={linkedTasks.addPlaceholder}
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoComplete="off"
        maxLength={300}
        className="control text-[13px]"
      />
      <FormMessage>{form.message}</FormMessage>
    </form>
  )
}
