import { useQuery } from '@tanstack/react-query'
import { useParams, useRouterState } from '@tanstack/react-router'
import {
  CheckIcon,
  CircleDotIcon,
  CircleUserIcon,
  LinkIcon,
  SignalIcon,
  TagIcon,
  Trash2Icon,
  XIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useDeleteMany } from '../pages/tasks/bulk-changes.ts'
import { copyTaskLinks } from '../pages/tasks/copy-links.ts'
import {
  type PickedProperty,
  type TaskTarget,
  countOf,
  pickedProperties,
  usePickerChoices,
} from '../pages/tasks/picker-choices.tsx'
import { selectedTasks } from '../pages/tasks/selected-tasks.ts'
import { taskQuery } from '../queries.ts'
import { formatNumber } from '../ui/format-number.ts'
import { useStore } from '../ui/store.ts'
import { type Command, type CommandGroup, type PalettePage, hasWords } from './command.ts'
import { texts } from './texts.ts'

const icons: Record<PickedProperty, ReactNode> = {
  status: <CircleDotIcon />,
  assignee: <CircleUserIcon />,
  priority: <SignalIcon />,
  label: <TagIcon />,
}

/** Returns the tasks that the palette acts on: the selected rows, or else the open task. */
export function useTaskTarget(): TaskTarget | undefined {
  const selected = useStore(selectedTasks)
  const { slug } = useParams({ strict: false })
  const key = useRouterState({
    select: ({ matches }) => {
      const { params, search } = matches.at(-1) ?? {}
      return (
        (search as { task?: string } | undefined)?.task ?? (params as { task?: string } | undefined)?.task
      )
    },
  })
  // Only the cache, because the page loads the task.
  const task = useQuery({ ...taskQuery(key ?? ''), enabled: false }).data
  if (selected) return selected
  return slug !== undefined && key !== undefined && task ? { slug, tasks: [task] } : undefined
}

/** Returns the name of one task, or the number of several. */
export function taskNames(target: TaskTarget): string {
  const count = countOf(target)
  return count === 1 ? target.tasks[0]!.key : texts.tasks(formatNumber(count))
}

/** Returns the actions on the target. */
export function taskActions(target: TaskTarget | undefined, typed: string): CommandGroup[] {
  if (!target) return []
  const { slug, tasks, matching } = target
  const canEdit = tasks.every(({ may }) => may.edit)
  const opens = (page: PalettePage, icon: ReactNode): Command => ({
    id: `task-${page}`,
    label: texts.actions[page],
    icon,
    opens: page,
    run: () => {},
  })
  const commands: Command[] = [
    ...(canEdit ? pickedProperties.map((property) => opens(property, icons[property])) : []),
    // The links of tasks that aren't loaded are unknown.
    ...(matching
      ? []
      : [
          {
            id: 'task-copy',
            label: texts.actions.copyLink(tasks.length),
            icon: <LinkIcon />,
            run: () => copyTaskLinks(slug, tasks),
          },
        ]),
    ...(canEdit && !matching ? [opens('delete', <Trash2Icon />)] : []),
  ]
  const names = taskNames(target)
  return [
    {
      label: texts.actionsFor(names),
      commands: commands.filter(({ label }) => hasWords(`${label} ${names}`, typed)),
    },
  ]
}

const noTarget: TaskTarget = { slug: '', tasks: [] }

/** Returns the choices of a page of the palette. */
export function useTaskChoices(
  target: TaskTarget = noTarget,
  page: PalettePage | undefined,
  typed: string,
): CommandGroup[] {
  const property = page === 'delete' || page === undefined ? 'status' : page
  const { label, options, create, onPick } = usePickerChoices(target, property)
  const remove = useDeleteMany(target.slug)
  if (page === undefined || target.tasks.length === 0) return []
  const names = taskNames(target)
  if (page === 'delete')
    return [
      {
        label: texts.pages.delete(names),
        commands: [
          { id: 'cancel', label: texts.cancel, icon: <XIcon />, run: () => {} },
          {
            id: 'delete',
            label: texts.delete(names),
            icon: <Trash2Icon />,
            run: () => remove.mutate(target.tasks),
          },
        ].filter((command) => hasWords(command.label, typed)),
      },
    ]
  const matching = options.filter((option) => hasWords(option.label, typed))
  const isKnown = options.some((option) => option.label.toLowerCase() === typed.toLowerCase())
  const shown = create && typed && !isKnown ? [...matching, create(typed)] : matching
  return [
    {
      label,
      commands: shown.map((option) => ({
        id: `choice-${encodeURIComponent(option.value)}`,
        label: option.label,
        icon: option.icon ?? <CheckIcon />,
        ...(option.chosen && { display: <Chosen label={option.label} /> }),
        run: () => onPick(option.value),
      })),
    },
  ]
}

function Chosen({ label }: { label: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      {label} <CheckIcon />
    </span>
  )
}
