import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isNotFound } from '../../client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PublicFrame } from './public-frame.tsx'
import { type PublicProject, publicProjectQuery } from './queries.ts'
import { PublicEpics, PublicFeatures, PublicOverview, PublicTasks } from './sections.tsx'
import { texts } from './texts.ts'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'

const notPublic = knowledgeTexts.publicDocument

/** The public page of a project. It shows only what the project publishes. */
export function PublicPage() {
  const { user, slug } = useParams({ from: '/public/$user/$slug' })
  const query = useInfiniteQuery(publicProjectQuery(user, slug))
  if (query.isPending)
    return (
      <PublicFrame>
        <Loading noun={texts.page.loading} />
      </PublicFrame>
    )
  if (!query.data)
    return (
      <PublicFrame>
        {isNotFound(query.error) ? (
          <>
            <title>{`${notPublic.pageTitle} · Baton`}</title>
            <Empty title={notPublic.title} text={notPublic.text(texts.page.noun)} />
          </>
        ) : (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        )}
      </PublicFrame>
    )
  const { pages } = query.data
  const project = pages[0]!
  const tasks = project.tasks && pages.flatMap((page) => page.tasks?.items ?? [])
  return (
    <PublicFrame>
      <Title project={project} />
      {project.overview && <PublicOverview overview={project.overview} />}
      {project.features && <PublicFeatures features={project.features} />}
      {project.epics && <PublicEpics epics={project.epics} />}
      {tasks && <PublicTasks tasks={tasks} />}
      {query.hasNextPage && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.page.moreTasks}
          </Button>
          {query.isFetchNextPageError && (
            <span role="alert" className="text-danger">
              {query.error.message}
            </span>
          )}
        </p>
      )}
    </PublicFrame>
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
        {archivedAt && <Badge>{texts.page.archived}</Badge>}
      </h1>
      <p className="text-[13px] text-muted">{texts.page.by(by.name)}</p>
      {description && <Markdown text={description} breaks isPublic className="mt-3 max-w-prose" />}
    </header>
  )
}
