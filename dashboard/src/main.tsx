import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startBootstrap } from './bootstrap.ts'
import { SignInAgainHost } from './pages/accounts/sign-in-again-host.tsx'
import { followImpersonation } from './impersonation.ts'
import { InstanceTheme } from './pages/instance/instance-theme.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { session } from './session.ts'
import { followChosenOrganization } from './switch-organization.ts'
import { Toaster } from './ui/toaster.tsx'
import { followVisits } from './visits.ts'

// Clears cached data on sign-out, and when another user signs in without one.
let last = session.get().token
session.subscribe(() => {
  const { token } = session.get()
  if (token === null) queryClient.clear()
  else if (last === null) startBootstrap()
  else if (token !== last) void queryClient.resetQueries()
  if (token !== last) void router.invalidate()
  last = token
})
if (last !== null) startBootstrap()
followChosenOrganization()
followImpersonation()
followVisits()

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <SignInAgainHost />
      <InstanceTheme />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
