import { useQuery } from '@tanstack/react-query'
import { ShieldIcon } from 'lucide-react'
import { isWithin } from '../../paths.ts'
import { meQuery } from '../../queries.ts'
import { useOrganizationSections } from '../../shell/use-sections.ts'
import { usePath } from '../../use-path.ts'
import { type PageGroup, PageLinks, PageMenu } from '../../ui/pages-frame.tsx'
import { adminPages } from '../admin/admin-pages.ts'
import { texts as adminTexts } from '../admin/texts.ts'
import { shellTexts } from './shell-texts.ts'
import { useSettingsPages } from './use-settings-pages.ts'

/** The navigation of the settings in the sidebar. */
export function SettingsLinks() {
  return <PageLinks {...useSettingsNavigation()} />
}

/** The navigation of the settings above their pages, for phones. */
export function SettingsMenu() {
  return <PageMenu {...useSettingsNavigation()} />
}

/** Returns the pages of the settings, or within the administration its pages. */
function useSettingsNavigation(): { label: string; groups: PageGroup[] } {
  const me = useQuery(meQuery).data
  const own = useSettingsPages()
  const organization = useOrganizationSections(me?.organization?.role)
  const isAdministration = isWithin(usePath(), '/admin')
  const {
    navigation,
    you,
    organization: organizationName,
    instance,
    administration,
  } = shellTexts.settingsFrame
  // The server rejects administration during an impersonation.
  const isAdministrator = me?.user.role === 'admin' && me.credential.kind === 'session'
  if (isAdministration && isAdministrator)
    return {
      label: adminTexts.adminFrame.navigation,
      groups: [{ name: adminTexts.adminFrame.navigation, pages: adminPages }],
    }
  return {
    label: navigation,
    groups: [
      { name: you, pages: own },
      ...(organization.length > 0 ? [{ name: organizationName, pages: organization }] : []),
      ...(isAdministrator
        ? [{ name: instance, pages: [{ to: '/admin', name: administration, Icon: ShieldIcon } as const] }]
        : []),
    ],
  }
}
