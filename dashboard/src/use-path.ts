import { useRouterState } from '@tanstack/react-router'

/**
 * Returns the path of the page that is visible. The location of the router already changes while the next page loads,
 * for example after a sign-out, when the navigation must not request anything anymore.
 */
export function usePath(): string {
  return useRouterState({
    select: ({ matches, location }) => {
      const page = matches.at(-1)
      // Only the root matches a URL without a page.
      if (!page || page.routeId === '__root__') return location.pathname
      return page.pathname === '/' ? '/' : page.pathname.replace(/\/$/, '')
    },
  })
}
