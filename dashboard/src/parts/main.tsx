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
 * A gallery of the shared components, at /parts.html of the development server, for development and tests. It isn't part
 * of the production build.
 */
const root = createRootRoute({ component: Parts })
const router = createRouter({
  routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })]),
  history: createMemoryHistory({ initialEntries: ['/projects'] }),
})

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      {/* Its type differs from the registered router, because the gallery has no pages. */}
      <RouterProvider router={router as never} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
