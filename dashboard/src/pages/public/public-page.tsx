import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MoreButton } from '../../ui/paged-list.tsx'
import { PublicDocument } from '../knowledge/public-document.tsx'
import { type PublicProject, publicProjectQuery } from './queries.ts'
import { PublicEpics, PublicFeatures, PublicOverview, PublicTasks } from './sections.tsx'
import { texts } from './texts.ts'

/** The public page of a project. It shows only what the project publishes. */
export function PublicPage() {
  const { user, slug } = useParams({ from: '/public/$user/$slug' })
  const query = useInfiniteQuery(publicProjectQuery(user, slug))
  return (
    <PublicDocument noun={texts.page.noun} query={query}>
      {({ pages }) => {
        const project = pages[0]!
        const tasks = project.tasks && pages.flatMap((page) => page.tasks?.items ?? [])
        return (
          <>
            <Title project={project} />
            {project.overview && <PublicOverview overview={project.overview} />}
            {project.features && <PublicFeatures features={project.features} />}
            {project.epics && <PublicEpics epics={project.epics} />}
            {tasks && <PublicTasks tasks={tasks} />}
            <MoreButton list={query} label={texts.page.moreTasks} />
          </>
        )
      }}
    </PublicDocument>
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
