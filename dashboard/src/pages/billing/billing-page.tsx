import { useQuery } from '@tanstack/react-query'
import { CreditCardIcon } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { locale } from '../../ui/locale.ts'
import { PageTitle, Row, Rows, Section } from '../../ui/section.tsx'
import { useStore } from '../../ui/store.ts'
import { PlanUsage } from './plan-usage.tsx'
import { billingQuery } from './queries.ts'
import { type Subscription, endOf } from './subscription-text.ts'
import { texts } from './texts.ts'

const labels = texts.page

/** The subscription of the user, and the usage of the limits of their organizations. */
export function BillingPage() {
  // The user's events don't cover everything that counts.
  const query = useQuery({ ...billingQuery, staleTime: 0 })
  return (
    <>
      <title>{`${labels.title} · Baton`}</title>
      <Loaded query={query} noun={labels.loading}>
        {({ enabled, subscription, organizations }) =>
          enabled ? (
            <>
              <PageTitle title={labels.title} text={labels.intro} />
              <OwnSubscription subscription={subscription} />
              {organizations.length === 0 && <p className="mt-9 text-muted">{labels.noOrganization}</p>}
              {organizations.map(({ id, name, ...plan }) => (
                <Section key={id} title={name} text={labels.planOf(texts.plans[plan.plan])}>
                  <PlanUsage label={texts.usageOf(name)} plan={plan} />
                </Section>
              ))}
            </>
          ) : (
            // Hidden from the navigation. A notification about a subscription links here.
            <Empty {...labels.disabled} />
          )
        }
      </Loaded>
    </>
  )
}

function OwnSubscription({ subscription }: { subscription: Subscription | null }) {
  useStore(locale)
  return (
    <Rows label={labels.subscription}>
      {subscription ? (
        <Row
          icon={<CreditCardIcon />}
          name={`${texts.plans[subscription.plan]}, ${endOf(subscription)}`}
          detail={subscription.active ? labels.activeDetail : labels.endedDetail}
        />
      ) : (
        <Row icon={<CreditCardIcon />} name={labels.none} detail={labels.noneDetail} />
      )}
    </Rows>
  )
}
