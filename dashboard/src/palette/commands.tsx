import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CircleIcon, MessageCircleQuestionMarkIcon, SearchIcon } from 'lucide-react'
import { askInPanel } from '../pages/ask/ask-in-panel.ts'
import { loadedTasks } from '../pages/tasks/task-cache.ts'
import type { TaskTarget } from '../pages/tasks/picker-choices.tsx'
import { meQuery } from '../queries.ts'
import { type Command, type CommandGroup, hasWords } from './command.ts'
import { useSearchCommands } from './search-commands.tsx'
import { useCreateCommands } from './create-commands.tsx'
import { useDestinations } from './destinations.tsx'
import { useRecentCommands } from './recent-commands.tsx'
import { taskActions } from './task-commands.tsx'
import { texts } from './texts.ts'

/** The ids of the commands that ask a question. */
export const askCommandIds = ['ask', 'discuss']

/** Returns the commands for the typed text: actions on tasks, pages, search results, items to create, and the question. */
export function useCommands(typed: string, target: TaskTarget | undefined): CommandGroup[] {
  const { slug, repo } = useParams({ strict: false })
  const role = useQuery(meQuery).data?.organization?.role
  const cache = useQueryClient()
  const navigate = useNavigate()
  const destinations = useDestinations(role, typed)
  const results = useSearchCommands(typed, role !== undefined)
  const createCommands = useCreateCommands(role, typed)
  const recent = useRecentCommands()
  const loaded = slug && typed ? loadedTasks(cache, slug) : []
  const tasks = loaded.filter(({ key, title }) => hasWords(`${key} ${title}`, typed)).slice(0, maxTasks)
  const taskCommands: Command[] = tasks.map(({ id, key, title }) => ({
    id,
    label: title,
    detail: key,
    icon: <CircleIcon />,
    run: () => void navigate({ to: '/projects/$slug', params: { slug: slug! }, search: { task: key } }),
  }))
  const ask: Command[] =
    typed && role
      ? [
          {
            id: 'ask',
            label: texts.ask(typed),
            detail: texts.askDetail,
            icon: <SearchIcon />,
            run: () => void navigate({ to: '/search', search: { q: typed } }),
          },
          {
            id: 'discuss',
            label: texts.discuss(typed),
            icon: <MessageCircleQuestionMarkIcon />,
            run: () => void askInPanel({ project: slug, repo }, typed),
          },
        ]
      : []
  return withoutDuplicates([
    { label: texts.groups.recent, commands: typed ? [] : recent },
    ...taskActions(target, typed),
    { label: texts.groups.goTo, commands: destinations },
    { label: texts.groups.tasks, commands: taskCommands },
    ...results,
    { label: texts.groups.create, commands: createCommands },
    { label: texts.groups.ask, commands: ask },
  ])
}

const maxTasks = 5

/** Keeps the first of duplicate commands, and drops empty groups. */
function withoutDuplicates(groups: CommandGroup[]): CommandGroup[] {
  const seen = new Set<string>()
  return groups
    .map(({ label, commands }) => ({
      label,
      commands: commands.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }))
    .filter(({ commands }) => commands.length > 0)
}
