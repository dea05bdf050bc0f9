import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../client.ts'
import { read } from '../../read.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { locale } from '../../ui/locale.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { useStore } from '../../ui/store.ts'
import { Rows, Section } from '../../ui/section.tsx'
import { texts } from './texts.ts'

type Plan = OutputOf<'organizations.getPlan'>
type Resource = keyof Plan['limits']

const planNames: Record<Plan['plan'], string> = texts.planPage.plans
const resourceNames: Record<Resource, string> = texts.planPage.resources

export function PlanPage() {
  // The organization's events don't cover everything that counts.
  const query = useQuery({ ...read('organizations.getPlan', {}), staleTime: 0 })
  return (
    <>
      <title>{`${texts.planPage.title} · Baton`}</title>
      <Loaded query={query} noun={texts.planPage.loading}>
        {(plan) => <PlanOverview {...plan} />}
      </Loaded>
    </>
  )
}

function PlanOverview({ plan, limits, used, billing }: Plan) {
  const labels = texts.planPage
  const resources = Object.keys(resourceNames) as Resource[]
  const isLimited = resources.some((resource) => limits[resource] !== null)
  return (
    <>
      <Section
        title={isLimited ? labels.planTitle(planNames[plan]) : labels.unlimited.title}
        text={isLimited ? labels.intro : labels.unlimited.intro}
      >
        <Rows label={labels.usage}>
          {resources.map((resource) => (
            <Usage
              key={resource}
              name={resourceNames[resource]}
              used={used[resource]}
              limit={limits[resource]}
            />
          ))}
        </Rows>
      </Section>
      {billing.enabled && <Section {...labels.billing} />}
    </>
  )
}

function Usage({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  const { usedOf, full } = texts.planPage
  useStore(locale)
  const isFull = limit !== null && used >= limit
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{name}</span>
        <span className={`tabular-nums ${isFull ? 'font-medium text-danger' : 'text-muted'}`}>
          {limit === null ? formatNumber(used) : usedOf(formatNumber(used), formatNumber(limit))}
          {isFull && full}
        </span>
      </p>
      {limit !== null && (
        <span
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={usedOf(formatNumber(used), formatNumber(limit))}
          className="block h-1.5 overflow-hidden rounded-full bg-hover"
        >
          <span
            className={`block h-full rounded-full ${isFull ? 'bg-danger' : 'bg-accent'} ${used > 0 ? 'min-w-1' : ''}`}
            style={{ width: `${Math.min(100, (100 * used) / limit)}%` }}
          />
        </span>
      )}
    </li>
  )
}
