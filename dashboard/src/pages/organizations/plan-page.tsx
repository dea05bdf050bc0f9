import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../client.ts'
import { written } from '../../ui/charts/chart-frame.tsx'
import { locale } from '../../ui/locale.ts'
import { Loading } from '../../ui/spinner.tsx'
import { useStore } from '../../ui/store.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { Section, card } from '../../ui/section.tsx'
import { planQuery } from './queries.ts'

type Plan = OutputOf<'organizations.getPlan'>
type Limited = keyof Plan['limits']

const planNames: Record<Plan['plan'], string> = {
  free: 'Free',
  team: 'Team',
  business: 'Business',
  unlimited: 'Unlimited',
}

const things: Record<Limited, string> = {
  members: 'Members and invitations',
  projects: 'Projects',
  agents: 'Agents',
  memory: 'Memory entries',
  tokens: 'API keys and tokens',
}

export function PlanPage() {
  const query = useQuery(planQuery)
  return (
    <>
      <title>Plan · Baton</title>
      {query.isPending ? (
        <Loading what="the plan" />
      ) : query.data ? (
        <PlanOverview {...query.data} />
      ) : (
        <Trouble error={query.error} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}

function PlanOverview({ plan, limits, used, billing }: Plan) {
  const all = Object.keys(things) as Limited[]
  const limited = all.some((what) => limits[what] !== null)
  return (
    <>
      <Section
        title={limited ? `Plan: ${planNames[plan]}` : 'Nothing is limited'}
        text={
          limited
            ? 'What the organization has room for. Its plan is set by the administrators of this instance.'
            : 'On this instance there is room for as much as you like. This is what there is.'
        }
      >
        <ul aria-label="What is used" className={`divide-y ${card}`}>
          {all.map((what) => (
            <Usage key={what} name={things[what]} used={used[what]} most={limits[what]} />
          ))}
        </ul>
      </Section>
      {billing.enabled && (
        <Section
          title="Billing"
          text="This instance takes payments for its plans. Ask its administrators for another plan: they set it as soon as it is paid for."
        />
      )}
    </>
  )
}

function Usage({ name, used, most }: { name: string; used: number; most: number | null }) {
  useStore(locale)
  const isFull = most !== null && used >= most
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{name}</span>
        <span className={`tabular-nums ${isFull ? 'font-medium text-danger' : 'text-muted'}`}>
          {most === null ? written(used) : `${written(used)} of ${written(most)}`}
          {isFull && ' · full'}
        </span>
      </p>
      {most !== null && (
        <span
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={most}
          aria-valuenow={Math.min(used, most)}
          aria-valuetext={`${written(used)} of ${written(most)}`}
          className="block h-1.5 overflow-hidden rounded-full bg-hover"
        >
          <span
            className={`block h-full rounded-full ${isFull ? 'bg-danger' : 'bg-accent'} ${used > 0 ? 'min-w-1' : ''}`}
            style={{ width: `${Math.min(100, (100 * used) / most)}%` }}
          />
        </span>
      )}
    </li>
  )
}
