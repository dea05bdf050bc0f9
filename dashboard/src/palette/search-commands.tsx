import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { kindStyle } from '../pages/search/kinds.tsx'
import { markedParts } from '../pages/search/marked-parts.ts'
import { type Found, type Suggested, firstFoundQuery, suggestionsQuery } from '../pages/search/queries.ts'
import { Highlighted } from '../ui/highlighted.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import type { Command, CommandGroup } from './command.ts'

const minLength = 2
const maxPerKind = 5

/** Returns search results by kind: matching titles while typing, then matches by words and meaning. */
export function useSearchCommands(typed: string, enabled: boolean): CommandGroup[] {
  const router = useRouter()
  const quick = useDebounced(typed, 100)
  const slow = useDebounced(typed, 300)
  const suggestions = useQuery({
    ...suggestionsQuery(quick),
    enabled: enabled && quick.length >= minLength,
  }).data
  const found = useQuery({ ...firstFoundQuery(slow), enabled: enabled && slow.length >= minLength }).data
  if (!enabled || typed.length < minLength) return []
  const byKind = Map.groupBy(mergeResults(suggestions?.items ?? [], found?.items ?? []), ({ kind }) => kind)
  return [...byKind].map(([kind, items]) => {
    const { names, Icon } = kindStyle(kind)
    return {
      label: names,
      commands: items.slice(0, maxPerKind).map((item): Command => ({
        id: item.id,
        label: item.title,
        icon: <Icon />,
        ...(item.key && { detail: item.key }),
        ...('snippet' in item && highlighted(item)),
        run: () => router.history.push(item.url),
      })),
    }
  })
}

function highlighted(item: Found): Pick<Command, 'display' | 'snippet'> {
  const { title, more } = markedParts(item)
  return {
    display: <Highlighted segments={title} />,
    ...(more && { snippet: <Highlighted segments={more} /> }),
  }
}

/** Keeps suggestions in place when the other results arrive, so that nothing moves during keyboard navigation. */
function mergeResults(suggestions: Suggested[], found: Found[]): (Suggested | Found)[] {
  const foundById = new Map(found.map((item) => [item.id, item]))
  const suggested = new Set(suggestions.map(({ id }) => id))
  return [
    ...suggestions.map((item) => foundById.get(item.id) ?? item),
    ...found.filter(({ id }) => !suggested.has(id)),
  ]
}
