import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { loadedTasks } from '../pages/tasks/task-cache.ts'
import { meQuery } from '../queries.ts'
import { SearchIcon, TaskIcon } from '../ui/icons.tsx'
import { type Command, type CommandGroup, hasWords } from './command.ts'
import { useFoundCommands } from './found-commands.tsx'
import { useMakings } from './makings.tsx'
import { useDestinations } from './destinations.tsx'

/** What the last command of all is called. */
export const asking = 'ask'

/** Everything the palette offers for what was typed: places, what was found, what can be made of the words, the question. */
export function useCommands(typed: string): CommandGroup[] {
  const { slug } = useParams({ strict: false })
  const role = useQuery(meQuery).data?.organization?.role
  const cache = useQueryClient()
  const navigate = useNavigate()
  const places = useDestinations(role, typed)
  const found = useFoundCommands(typed, role !== undefined)
  const makings = useMakings(role, typed)
  const near = slug && typed ? loadedTasks(cache, slug) : []
  const tasks = near.filter(({ key, title }) => hasWords(`${key} ${title}`, typed)).slice(0, mostTasks)
  const here: Command[] = tasks.map(({ id, key, title }) => ({
    id,
    label: title,
    detail: key,
    icon: <TaskIcon />,
    run: () => void navigate({ to: '/projects/$slug', params: { slug: slug! }, search: { task: key } }),
  }))
  const ask: Command[] =
    typed && role
      ? [
          {
            id: asking,
            label: `Ask: ${typed}`,
            detail: 'everything that is known',
            icon: <SearchIcon />,
            run: () => void navigate({ to: '/search', search: { q: typed } }),
          },
        ]
      : []
  return eachOnce([
    { label: 'Go to', commands: places },
    { label: 'Tasks here', commands: here },
    ...found,
    { label: 'Make', commands: makings },
    { label: 'Ask', commands: ask },
  ])
}

const mostTasks = 5

/** What was named before is not named again; a group with nothing in it is none. */
function eachOnce(groups: CommandGroup[]): CommandGroup[] {
  const named = new Set<string>()
  return groups
    .map(({ label, commands }) => ({
      label,
      commands: commands.filter(({ id }) => !named.has(id) && named.add(id)),
    }))
    .filter(({ commands }) => commands.length > 0)
}
