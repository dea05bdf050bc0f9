import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { kindStyle } from '../pages/search/kinds.tsx'
import { markedParts } from '../pages/search/marked-parts.ts'
import { type Found, type Suggested, firstFoundQuery, suggestionsQuery } from '../pages/search/queries.ts'
import { Marked } from '../ui/marked.tsx'
import { useSettled } from '../ui/settled.ts'
import type { Command, CommandGroup } from './command.ts'

const shortest = 2
const mostOfKind = 5

/** What the server finds for what is typed, by kind: by name as one types, by words and meaning a moment later. */
export function useFoundCommands(typed: string, enabled: boolean): CommandGroup[] {
  const router = useRouter()
  const quick = useSettled(typed, 100)
  const slow = useSettled(typed, 300)
  const suggestions = useQuery({
    ...suggestionsQuery(quick),
    enabled: enabled && quick.length >= shortest,
  }).data
  const found = useQuery({ ...firstFoundQuery(slow), enabled: enabled && slow.length >= shortest }).data
  if (!enabled || typed.length < shortest) return []
  const byKind = Map.groupBy(together(suggestions?.items ?? [], found?.items ?? []), ({ kind }) => kind)
  return [...byKind].map(([kind, items]) => {
    const { names, Icon } = kindStyle(kind)
    return {
      label: names,
      commands: items.slice(0, mostOfKind).map((item): Command => ({
        id: item.id,
        label: item.title,
        icon: <Icon />,
        ...(item.key && { detail: item.key }),
        ...('snippet' in item && lineOf(item)),
        run: () => router.history.push(item.url),
      })),
    }
  })
}

function lineOf(item: Found): Pick<Command, 'shown' | 'more'> {
  const { title, more } = markedParts(item)
  return { shown: <Marked segments={title} />, ...(more && { more: <Marked segments={more} /> }) }
}

/** Suggestions keep their place when the rest arrives: nothing jumps away under the arrow keys. */
function together(suggestions: Suggested[], found: Found[]): (Suggested | Found)[] {
  const known = new Map(found.map((item) => [item.id, item]))
  const named = new Set(suggestions.map(({ id }) => id))
  return [
    ...suggestions.map((item) => known.get(item.id) ?? item),
    ...found.filter(({ id }) => !named.has(id)),
  ]
}
