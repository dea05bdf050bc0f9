import '../styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster } from '../ui/toaster.tsx'
import { Parts } from './parts.tsx'

/*
 * The parts of the pages, by themselves: to look at while working on them (/parts.html of the development server), and
 * for the tests of what they promise. Not in what is built for production.
 */
const root = createRootRoute({ component: Parts })
const router = createRouter({
  routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })]),
  history: createMemoryHistory({ initialEntries: ['/projects'] }),
})

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      {/* It knows none of the pages that links are checked against. */}
      <RouterProvider router={router as never} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
