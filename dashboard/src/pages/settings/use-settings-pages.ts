import { useQuery } from '@tanstack/react-query'
import { CreditCardIcon } from 'lucide-react'
import { billingQuery } from '../billing/queries.ts'
import { settingsPages } from './settings-pages.ts'

const billingPage = {
  to: '/settings/billing',
  name: 'Billing',
  about: 'plan, subscription, limits, usage',
  Icon: CreditCardIcon,
} as const

/** Returns the settings pages. On instances with billing, the billing page precedes the last one, which takes a request. */
export function useSettingsPages(isShown = true) {
  const hasBilling = useQuery({ ...billingQuery, enabled: isShown }).data?.enabled === true
  return hasBilling ? [...settingsPages.slice(0, -1), billingPage, ...settingsPages.slice(-1)] : settingsPages
}
