import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { card } from '../../../ui/section.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { GateDots } from '../../features/gate-dots.tsx'
import { maxRows, openFeaturesQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The open features and the current gate of each. */
export function OpenFeatures({ slug }: { slug: string }) {
  const { openFeatures } = texts
  const query = useInfiniteQuery(openFeaturesQuery(slug))
  const features = query.data?.pages[0]!.items.slice(0, maxRows)
  return (
    <section aria-labelledby="open-features" className={`min-w-0 p-4 ${card}`}>
      <h2 id="open-features" className="mb-3 flex items-baseline gap-2 font-semibold">
        {openFeatures.title}
        <Link
          to="/projects/$slug/features"
          params={{ slug }}
          className="ml-auto text-[13px] font-normal text-muted hover:text-ink hover:underline"
        >
          {openFeatures.all}
        </Link>
      </h2>
      {query.isPending ? (
        <Loading noun={openFeatures.noun} />
      ) : !features ? (
        <LoadError error={query.error!} onRetry={() => void query.refetch()} />
      ) : features.length === 0 ? (
        <p className="text-[13px] text-muted">{openFeatures.empty}</p>
      ) : (
        <ul aria-labelledby="open-features" className="flex flex-col gap-1">
          {features.map((feature) => (
            <li key={feature.id} className="flex min-h-6 flex-wrap items-center gap-x-2">
              <span className="shrink-0 font-mono text-xs text-muted">{feature.key}</span>
              <Link
                to="/projects/$slug/features/$feature"
                params={{ slug, feature: feature.key }}
                className="min-w-40 grow basis-0 truncate hover:underline"
              >
                {feature.title}
              </Link>
              <GateDots feature={feature} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
