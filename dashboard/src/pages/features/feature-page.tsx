import { Link, useParams } from '@tanstack/react-router'
import { isNotFound } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { TaskComments } from '../tasks/panel/task-comments.tsx'
import { FeatureFacts } from './feature-facts.tsx'
import { FeatureHeader } from './feature-header.tsx'
import { FeatureHistory } from './feature-history.tsx'
import { GatePath } from './gate-path.tsx'
import { LinkedTasks } from './linked-tasks.tsx'
import { Reviews } from './reviews.tsx'
import { texts } from './texts.ts'

/** A feature with its gates, evidence, reviews, comments, tasks and history. */
export function FeaturePage() {
  const { slug, feature: key } = useParams({ from: '/shell/projects/$slug/features/$feature' })
  const query = useRead('features.getProjectFeature', { project: slug, feature: key })
  if (query.isPending) return <Loading noun={texts.featurePage.noun} />
  if (!query.data || isNotFound(query.error))
    return (
      <LoadError error={query.error!} onRetry={() => void query.refetch()}>
        <Link
          to="/projects/$slug/features"
          params={{ slug }}
          className="self-center font-medium text-accent underline underline-offset-2"
        >
          {texts.featurePage.all}
        </Link>
      </LoadError>
    )
  const feature = query.data
  return (
    <article
      // Reset drafts and open dialogs when the feature changes.
      key={feature.id}
      aria-labelledby="feature-title"
      className="grid max-w-5xl gap-x-10 gap-y-8 px-4 py-5 md:px-5 lg:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <title>{`${feature.key} ${feature.title} · Baton`}</title>
      <div className="min-w-0">
        <FeatureHeader feature={feature} />
        <GatePath feature={feature} />
        <Reviews feature={feature} />
        <div className="mt-9">
          <TaskComments task={feature} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-8 lg:pt-1">
        <FeatureFacts feature={feature} />
        <LinkedTasks feature={feature} />
        <FeatureHistory feature={feature} />
      </div>
    </article>
  )
}
