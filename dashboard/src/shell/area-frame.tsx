import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SettingsMenu } from '../pages/settings/settings-links.tsx'
import { meQuery } from '../queries.ts'
import { usePath } from '../use-path.ts'
import { AreaTabs } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { areaOf, settings } from './sections.ts'
import { texts } from './texts.ts'
import { useAreas } from './use-sections.ts'

// The pages of an area can be below each other, such as /agents and /agents/live.
const activeOptions = { exact: true, includeSearch: false }

/** The navigation within the area of the page: tabs below its heading, or for phones the menu of the settings. */
export function AreaFrame({ children }: { children: ReactNode }) {
  const path = usePath()
  const role = useQuery(meQuery).data?.organization?.role
  const areas = useAreas(role)
  const area = areaOf(path)
  if (area === settings)
    return (
      <>
        <SettingsMenu />
        {children}
      </>
    )
  const sections = areas.find(({ name }) => name === area?.name)?.sections ?? []
  const isSection = sections.some(({ to }) => to === path)
  return (
    <AreaTabs
      value={
        isSection && sections.length > 1 ? (
          <Tabs
            label={texts.areaTabs(area!.name)}
            tabs={sections.map(({ to, name }) => ({ to, name, activeOptions }))}
          />
        ) : null
      }
    >
      {children}
    </AreaTabs>
  )
}
