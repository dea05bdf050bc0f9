import { useRead } from '../../../read.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageTitle } from '../../../ui/section.tsx'
import { SettingsGroup } from './settings-group.tsx'
import { TestEmailSection } from './test-email-section.tsx'
import { texts } from './texts.ts'

/** The settings of the instance, in groups that are saved separately. */
export function InstanceSettingsPage() {
  const settings = useRead('admin.listSettings', {})
  return (
    <>
      <PageTitle title={texts.page.title} text={texts.page.intro} />
      <Loaded query={settings} noun={texts.page.noun}>
        {({ items }) =>
          [...Map.groupBy(items, ({ group }) => group)].map(([group, members]) => (
            <SettingsGroup key={group} title={texts.groups[group]} settings={members} />
          ))
        }
      </Loaded>
      <TestEmailSection />
    </>
  )
}
