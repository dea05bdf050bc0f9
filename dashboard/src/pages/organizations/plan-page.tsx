import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../client.ts'
import { read } from '../../read.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { PlanUsage, isLimited } from '../billing/plan-usage.tsx'
import { texts as billing } from '../billing/texts.ts'
import { texts } from './texts.ts'

const labels = texts.planPage

export function PlanPage() {
  // The organization's events don't cover everything that counts.
  const query = useQuery({ ...read('organizations.getPlan', {}), staleTime: 0 })
  return (
    <>
      <title>{`${labels.title} · Baton`}</title>
      <PageHeading title={labels.title} />
      <Loaded query={query} noun={labels.loading}>
        {(plan) => <PlanOverview plan={plan} />}
      </Loaded>
    </>
  )
}

function PlanOverview({ plan }: { plan: OutputOf<'organizations.getPlan'> }) {
  const hasLimits = isLimited(plan)
  return (
    <>
      <Section
        title={hasLimits ? labels.planTitle(billing.plans[plan.plan]) : labels.unlimited.title}
        text={hasLimits ? labels.intro : labels.unlimited.intro}
      >
        <PlanUsage label={billing.usage} plan={plan} />
      </Section>
      {plan.billing.enabled && <Section {...labels.billing} />}
    </>
  )
}
