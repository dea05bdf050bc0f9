import { useQuery } from '@tanstack/react-query'
import type { Preferences } from '../../client.ts'
import { useChoosePreferences } from '../../preferences.ts'
import { preferencesQuery } from '../../queries.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { PageTitle, Section, card } from '../../ui/section.tsx'
import { ChoiceRow } from './choice-row.tsx'
import { LocaleField } from './locale-field.tsx'

const themeNames = { system: 'As the device', light: 'Light', dark: 'Dark' }
const densityNames = { comfortable: 'Comfortable', compact: 'Compact' }
const weekNames = { monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday' }
const startNames = { projects: 'Projects', tasks: 'My tasks', activity: 'Activity' }

export function PreferencesPage() {
  const query = useQuery(preferencesQuery)
  if (query.isPending) return <Loading what="your preferences" />
  if (!query.data) return <Trouble error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <PageTitle title="Preferences" text="How Baton looks to you, on every device that you sign in on." />
      <Looks preferences={query.data} />
      <Section
        title="Notifications"
        text="What you are told of, in the app and by mail, is chosen on a page of its own."
      >
        <PathLink href="/settings/notifications" className="text-accent hover:underline">
          Choose what you are told of
        </PathLink>
      </Section>
      <NotYet preferences={query.data} />
    </>
  )
}

function Looks({ preferences }: { preferences: Preferences }) {
  const choose = useChoosePreferences().mutate
  return (
    <div className={`divide-y ${card}`}>
      <ChoiceRow
        name="Theme"
        hint="Holds at once, here and on your other devices."
        value={preferences.theme}
        names={themeNames}
        onChange={(theme) => choose({ theme })}
      />
      <ChoiceRow
        name="Density"
        hint="How high the rows of lists are."
        value={preferences.density}
        names={densityNames}
        onChange={(density) => choose({ density })}
      />
      <LocaleField value={preferences.locale} onChange={(locale) => choose({ locale })} />
    </div>
  )
}

function NotYet({ preferences }: { preferences: Preferences }) {
  const choose = useChoosePreferences().mutate
  return (
    <Section
      title="Not in use yet"
      text="Baton has no calendar yet, and no other page to start with. What you choose is kept, and holds from the version that brings them."
    >
      <div className={`divide-y ${card}`}>
        <ChoiceRow
          name="First day of the week"
          hint="In calendars."
          value={preferences.weekStartsOn}
          names={weekNames}
          onChange={(weekStartsOn) => choose({ weekStartsOn })}
        />
        <ChoiceRow
          name="Start page"
          hint="What you see first."
          value={preferences.startPage}
          names={startNames}
          onChange={(startPage) => choose({ startPage })}
        />
      </div>
    </Section>
  )
}
