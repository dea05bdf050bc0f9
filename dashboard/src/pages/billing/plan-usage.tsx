import type { OutputOf } from '../../client.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatSize } from '../../ui/format-size.ts'
import { locale } from '../../ui/locale.ts'
import { Meter } from '../../ui/meter.tsx'
import { Rows } from '../../ui/section.tsx'
import { useStore } from '../../ui/store.ts'
import { texts } from './texts.ts'

type Plan = Pick<OutputOf<'organizations.getPlan'>, 'limits' | 'used'>
type Resource = keyof Plan['limits']

const resourceNames: Record<Resource, string> = texts.resources
const resources = Object.keys(resourceNames) as Resource[]

export function isLimited({ limits }: Pick<Plan, 'limits'>): boolean {
  return resources.some((resource) => limits[resource] !== null)
}

/** The usage of each limit of an organization, as bars. */
export function PlanUsage({ label, plan: { limits, used } }: { label: string; plan: Plan }) {
  return (
    <Rows label={label}>
      {resources.map((resource) => (
        <Usage key={resource} resource={resource} used={used[resource]} limit={limits[resource]} />
      ))}
    </Rows>
  )
}

function Usage({ resource, used, limit }: { resource: Resource; used: number; limit: number | null }) {
  useStore(locale)
  const name = resourceNames[resource]
  const format = resource === 'storage' ? formatSize : formatNumber
  const isFull = limit !== null && used >= limit
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{name}</span>
        <span className={`tabular-nums ${isFull ? 'font-medium text-danger' : 'text-muted'}`}>
          {limit === null ? format(used) : texts.usedOf(format(used), format(limit))}
          {isFull && texts.full}
        </span>
      </p>
      {limit !== null && (
        <Meter label={name} used={used} limit={limit} text={texts.usedOf(format(used), format(limit))} />
      )}
    </li>
  )
}
