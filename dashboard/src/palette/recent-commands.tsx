import { useRouter, useRouterState } from '@tanstack/react-router'
import { kindStyle } from '../pages/search/kinds.tsx'
import { isWithin } from '../paths.ts'
import { useRecentItems } from '../shell/recent-items.ts'
import type { Command } from './command.ts'

const maxItems = 5

/** Returns the items that the user opened last, without those that are open now. */
export function useRecentCommands(): Command[] {
  const router = useRouter()
  const { href, pathname } = useRouterState({ select: ({ location }) => location })
  return useRecentItems()
    .filter(({ url }) => url !== href && !isWithin(pathname, url))
    .slice(0, maxItems)
    .map(({ kind, name, url }) => {
      const { name: kindName, Icon } = kindStyle(kind)
      return {
        id: `recent ${url}`,
        label: name,
        detail: kindName,
        icon: <Icon />,
        run: () => router.history.push(url),
      }
    })
}
