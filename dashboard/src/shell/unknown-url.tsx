import { lazy, Suspense } from 'react'
import { session } from '../session.ts'
import { NotFound } from '../ui/not-found.tsx'
import { useStore } from '../ui/store.ts'

const Shell = lazy(() => import('./shell.tsx').then((module) => ({ default: module.Shell })))

/** The page of a URL that no route matches. Signed-in users keep their navigation. */
export function UnknownUrl() {
  const isSignedIn = useStore(session, ({ token }) => token !== null)
  if (!isSignedIn)
    return (
      <main>
        <NotFound />
      </main>
    )
  return (
    <Suspense>
      <Shell>
        <NotFound />
      </Shell>
    </Suspense>
  )
}
