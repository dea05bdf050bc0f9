import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import textLimits from '../../../../../contract/text-limits.json'
import { type InputOf, type Project, call } from '../../../client.ts'
import { projectsQuery } from '../../../queries.ts'
import { type TypedKeys, replayKeys } from '../../../shortcuts/keys-while-loading.ts'
import { texts as shared } from '../../../texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { CheckField, TextField } from '../../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { MarkdownEditor } from '../../../ui/markdown-editor.tsx'
import { createLocalStore, useStore } from '../../../ui/store.ts'
import { fieldProblem, useSubmit } from '../../../ui/submit.ts'
import { showToast } from '../../../ui/toasts.ts'
import { registerUndo } from '../../../ui/undo.ts'
import { refreshKinds } from '../../../write.ts'
import { useUndoCreate } from '../task-changes.ts'
import type { TaskPreset } from './open-create-task.ts'
import { type NewProperties, TaskFields, noProperties } from './task-fields.tsx'
import { texts } from './texts.ts'

/** The project of the last created task. */
const lastProject = createLocalStore<string | null>('baton.last-project', null)

/** The texts of a dialog that was closed without creating its task. */
let draft = { title: '', description: '' }

interface CreateTaskDialogProps {
  preset: TaskPreset
  keys: TypedKeys
  onClose: () => void
}

/** Creates a task with all its properties, in any project. Ctrl+Enter submits it. */
export function CreateTaskDialog({ preset, keys, onClose }: CreateTaskDialogProps) {
  const [project, chooseProject, projects] = useChosenProject(preset)
  const [properties, setProperties] = useState<NewProperties>({
    ...noProperties,
    status: preset.status ?? 'todo',
  })
  const [{ title, description }, setTexts] = useState(() => ({
    ...draft,
    ...(preset.title && { title: preset.title }),
  }))
  const [isRepeated, setIsRepeated] = useState(false)
  const titleField = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const undo = useUndoCreate(project?.slug ?? '')

  function write(change: Partial<typeof draft>): void {
    draft = { title, description, ...change }
    setTexts(draft)
  }

  useLayoutEffect(() => {
    titleField.current?.focus()
    const taken = keys.take()
    if (titleField.current) replayKeys(taken, titleField.current)
  }, [keys])

  async function create(): Promise<void> {
    if (!project) throw fieldProblem('project', texts.projectRequired)
    const { slug } = project
    const input = { project: slug, title, ...(description && { description }), ...inputOf(properties) }
    const task = await call('tasks.create', input)
    void refreshKinds('task')
    lastProject.set(slug)
    write({ title: '', description: '' })
    registerUndo(() => undo.mutate(task))
    showToast({
      text: texts.created(task.key),
      action: {
        name: texts.open(task.key),
        run: () =>
          void router.navigate({ to: '/projects/$slug', params: { slug }, search: { task: task.key } }),
      },
    })
    if (isRepeated) titleField.current?.focus()
    else onClose()
  }

  const form = useSubmit(create)
  if (projects?.length === 0)
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <p>{texts.noProjects}</p>
        <div className="mt-5 flex justify-end">
          <Button
            onClick={() => {
              onClose()
              void router.navigate({ to: '/projects' })
            }}
          >
            {texts.projects}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={texts.title} wide onClose={onClose}>
      <Form form={form} operation="tasks.create" onKeyDownCapture={submitOnControlEnter}>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field name="project" label={texts.project}>
            {(control) => (
              <Combobox
                {...control}
                options={(projects ?? []).map(({ slug, name, key }) => ({
                  value: slug,
                  label: name,
                  detail: key,
                }))}
                value={project?.slug ?? null}
                placeholder={texts.chooseProject}
                onChange={(slug) => {
                  chooseProject(slug)
                  // They belong to the other project.
                  setProperties({ ...properties, story: null, feature: null })
                }}
              />
            )}
          </Field>
          <div className="sm:col-span-2">
            <TextField
              ref={titleField}
              name="title"
              label={texts.taskTitle}
              value={title}
              onChange={({ target }) => write({ title: target.value })}
            />
          </div>
        </div>
        <MarkdownEditor
          label={texts.description}
          compact
          value={description}
          maxLength={textLimits['tasks.create'].description}
          error={form.errorOf('description')}
          onChange={(value) => write({ description: value })}
        />
        <TaskFields
          slug={project?.slug}
          properties={properties}
          onChange={(change) => setProperties({ ...properties, ...change })}
        />
        <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t bg-raised px-5 py-3">
          <CheckField
            label={texts.another}
            checked={isRepeated}
            onChange={({ target }) => setIsRepeated(target.checked)}
          />
          <span className="ml-auto flex gap-2">
            <Button onClick={onClose}>{shared.cancel}</Button>
            <SubmitButton aria-keyshortcuts="Control+Enter" title={texts.submitHint}>
              {texts.submit}
            </SubmitButton>
          </span>
        </div>
      </Form>
    </Dialog>
  )
}

function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  const { activeElement } = document
  // Adds a typed label.
  if (activeElement instanceof HTMLInputElement) flushSync(() => activeElement.blur())
  event.currentTarget.requestSubmit()
}

/** Returns the input of the chosen properties, without the empty ones. */
function inputOf(properties: NewProperties): Partial<InputOf<'tasks.create'>> {
  const { estimate, labels, ...rest } = properties
  const filled = Object.entries(rest).filter(([, value]) => value !== null && value !== '')
  return {
    ...(Object.fromEntries(filled) as Partial<InputOf<'tasks.create'>>),
    ...(labels.length > 0 && { labels }),
    ...(estimate.trim() !== '' && { estimate: Number(estimate) }),
  }
}

/** Returns the project of the new task: the chosen, preset, open or last one, or the only one. */
function useChosenProject(preset: TaskPreset) {
  const { slug: open } = useParams({ strict: false })
  const projects = useQuery(projectsQuery(false)).data?.filter(({ may }) => may.edit)
  const last = useStore(lastProject)
  const [chosen, setChosen] = useState<string | null>(null)
  const find = (slug: string | null | undefined) => projects?.find((each) => each.slug === slug)
  const only = projects?.length === 1 ? projects[0] : undefined
  const project: Project | undefined =
    find(chosen) ?? find(preset.project) ?? find(open) ?? find(last) ?? only
  return [project, setChosen, projects] as const
}
