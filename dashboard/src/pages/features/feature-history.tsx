import { Time } from '../../ui/time.tsx'
import { gateTitle } from './names.ts'
import type { FeatureDetails } from './queries.ts'

export function FeatureHistory({ feature: { passages } }: { feature: FeatureDetails }) {
  if (passages.length === 0) return null
  return (
    <section aria-labelledby="feature-history">
      <h3 id="feature-history" className="mb-2 text-xs font-semibold text-muted">
        History
      </h3>
      <ol className="flex flex-col gap-2 text-[13px]">
        {passages.toReversed().map(({ id, gate, createdBy, createdAt }) => (
          <li key={id}>
            {createdBy.name} passed {gateTitle(gate)} <Time at={createdAt} />
          </li>
        ))}
      </ol>
    </section>
  )
}
