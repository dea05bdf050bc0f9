import { useParams } from '@tanstack/react-router'
import { useRead } from '../../read.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { ItemConflicts } from '../conflicts/item-conflicts.tsx'
import { LinkedCode } from '../repos/linked-code.tsx'
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
  return (
    <Loaded
      query={useRead('features.getProjectFeature', { project: slug, feature: key })}
      noun={texts.featurePage.noun}
      errorLink={
        <TextLink to="/projects/$slug/features" params={{ slug }}>
          {texts.featurePage.all}
        </TextLink>
      }
    >
      {(feature) => (
        <article
          // Reset drafts and open dialogs when the feature changes.
          key={feature.id}
          aria-labelledby="feature-title"
          className="grid max-w-5xl gap-x-10 gap-y-8 px-4 py-5 md:px-5 lg:grid-cols-[minmax(0,1fr)_17rem]"
        >
          <title>{`${feature.key} ${feature.title} · Baton`}</title>
          <div className="min-w-0">
            <ItemConflicts item={feature.id} className="mb-5" />
            <FeatureHeader feature={feature} />
            <GatePath feature={feature} />
            <LinkedCode item={feature.key}>
              {(list) => (
                <section aria-labelledby="feature-code" className="mb-6">
                  <h3 id="feature-code" className="mb-3 font-semibold">
                    {texts.featurePage.code}
                  </h3>
                  <div className="rounded-lg border bg-surface p-4">{list}</div>
                </section>
              )}
            </LinkedCode>
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
      )}
    </Loaded>
  )
}
