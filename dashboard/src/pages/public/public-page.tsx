import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isGone } from '../../client.ts'
import { session } from '../../session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { useStore } from '../../ui/store.ts'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { type PublicProject, publicProjectQuery } from './queries.ts'
import { PublicEpics, PublicFeatures, PublicNumbers, PublicTasks } from './sections.tsx'

/** What a project shows to everybody, and nothing else. */
export function PublicPage() {
  const { user, slug } = useParams({ from: '/public/$user/$slug' })
  const query = useInfiniteQuery(publicProjectQuery(user, slug))
  if (query.isPending)
    return (
      <Frame>
        <Loading what="the project" />
      </Frame>
    )
  if (!query.data)
    return (
      <Frame>
        {isGone(query.error) ? (
          <>
            <title>Not public · Baton</title>
            <Empty
              title="There is nothing public here"
              text="The address may be mistyped, or the project is no longer shown to everybody."
            />
          </>
        ) : (
          <Trouble error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Frame>
    )
  const { pages } = query.data
  const project = pages[0]!
  const tasks = project.tasks && pages.flatMap((page) => page.tasks?.items ?? [])
  return (
    <Frame>
      <Title project={project} />
      {project.overview && <PublicNumbers overview={project.overview} />}
      {project.features && <PublicFeatures features={project.features} />}
      {project.epics && <PublicEpics epics={project.epics} />}
      {tasks && <PublicTasks tasks={tasks} />}
      {query.hasNextPage && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more tasks
          </Button>
          {query.isFetchNextPageError && (
            <span role="alert" className="text-danger">
              {query.error.message}
            </span>
          )}
        </p>
      )}
    </Frame>
  )
}

function Title({ project }: { project: PublicProject }) {
  const { name, key, description, by, archivedAt } = project
  return (
    <header>
      <title>{`${name} · Baton`}</title>
      <h1 className="flex flex-wrap items-center gap-2.5 text-2xl font-semibold tracking-tight wrap-anywhere">
        {name}
        <span className="font-mono text-xs font-normal tracking-normal text-muted">{key}</span>
        {archivedAt && <Badge>Archived</Badge>}
      </h1>
      <p className="text-[13px] text-muted">by {by.name}</p>
      {description && <Markdown text={description} breaks outside className="mt-3 max-w-prose" />}
    </header>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const signedIn = useStore(session).token !== null
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between border-b p-3 md:px-5">
        <Logo />
        <span className="flex items-center gap-3">
          <Link
            to={signedIn ? '/projects' : '/sign-in'}
            className="text-[13px] font-medium text-muted hover:text-ink hover:underline"
          >
            {signedIn ? 'Your projects' : 'Sign in'}
          </Link>
          <ThemeToggle />
        </span>
      </header>
      <main className="mx-auto w-full max-w-4xl grow px-4 py-8 md:px-8">{children}</main>
    </div>
  )
}
