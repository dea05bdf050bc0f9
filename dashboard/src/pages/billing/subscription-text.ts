import type { OutputOf } from '../../client.ts'
import { shortDay } from '../../ui/time.tsx'
import { texts } from './texts.ts'

export type Subscription = NonNullable<OutputOf<'billing.get'>['subscription']>

/** Returns the last day of a subscription in words. */
export function endOf({ until, active }: Subscription): string {
  if (until === null) return texts.noEnd
  // Local midnight, because the day is the same in every time zone.
  const day = shortDay(new Date(`${until}T00:00:00`))
  return active ? texts.until(day) : texts.ended(day)
}
