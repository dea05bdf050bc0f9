import type { Preferences } from '../../client.ts'
import { useChoosePreferences } from '../../preferences.ts'
import { useRead } from '../../read.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageTitle, Section, card } from '../../ui/section.tsx'
import { ChoiceRow } from './choice-row.tsx'
import { LocaleField } from './locale-field.tsx'
import { texts } from './texts.ts'

export function PreferencesPage() {
  return (
    <Loaded query={useRead('preferences.get', {})} noun={texts.loading}>
      {(preferences) => (
        <>
          <PageTitle title={texts.title} text={texts.intro} />
          <Appearance preferences={preferences} />
          <Section title={texts.notifications.title} text={texts.notifications.intro}>
            <PathLink href="/settings/notifications" className="text-accent hover:underline">
              {texts.notifications.link}
            </PathLink>
          </Section>
        </>
      )}
    </Loaded>
  )
}

function Appearance({ preferences }: { preferences: Preferences }) {
  const choose = useChoosePreferences().mutate
  const { theme, density } = texts
  return (
    <div className={`divide-y ${card}`}>
      <ChoiceRow
        name={theme.name}
        hint={theme.hint}
        value={preferences.theme}
        names={theme.options}
        onChange={(value) => choose({ theme: value })}
      />
      <ChoiceRow
        name={density.name}
        hint={density.hint}
        value={preferences.density}
        names={density.options}
        onChange={(value) => choose({ density: value })}
      />
      <LocaleField value={preferences.locale} onChange={(locale) => choose({ locale })} />
    </div>
  )
}
