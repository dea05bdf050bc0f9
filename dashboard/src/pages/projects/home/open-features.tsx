import { Link } from '@tanstack/react-router'
import { GateDots } from '../../features/gate-dots.tsx'
import { openFeaturesQuery } from './queries.ts'
import { ShortList } from './short-list.tsx'
import { texts } from './texts.ts'

/** The open features and the current gate of each. */
export function OpenFeatures({ slug }: { slug: string }) {
  return (
    <ShortList
      texts={texts.openFeatures}
      all={{ to: '/projects/$slug/features', params: { slug } }}
      query={openFeaturesQuery(slug)}
    >
      {(feature) => (
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
      )}
    </ShortList>
  )
}
