import { useChange } from '../../change.ts'
import { type InputOf, call } from '../../client.ts'
import { read, useRead } from '../../read.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { PageTitle, Rows, Section, card } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ChoiceRow } from '../preferences/choice-row.tsx'
import type { NotificationPreferences } from './queries.ts'
import { texts } from './texts.ts'

type KindChoice = NotificationPreferences['kinds'][number]

const page = texts.settingsPage
const emailOptions = (['never', 'at_once', 'digest'] satisfies KindChoice['mail'][]).map((value) => ({
  value,
  name: page.emailOptions[value],
}))

/** Settings of the kinds of notifications and of the digest. */
export function NotificationSettingsPage() {
  const choose = useUpdatePreferences().mutate
  return (
    <Loaded query={useRead('notifications.getPreferences', {})} noun={page.loading}>
      {({ kinds, digest }) => (
        <>
          <PageTitle title={page.title} text={page.intro} />
          <Rows label={page.kinds}>
            {kinds.map((kind) => (
              <KindRow key={kind.kind} choice={kind} onChange={choose} />
            ))}
          </Rows>
          <Section title={page.digest.title} text={page.digest.intro}>
            <div className={card}>
              <ChoiceRow
                name={page.digest.frequency}
                hint={page.digest.hints[digest]}
                value={digest}
                names={page.digest.frequencies}
                onChange={(frequency) => choose({ digest: frequency })}
              />
            </div>
          </Section>
        </>
      )}
    </Loaded>
  )
}

interface KindRowProps {
  choice: KindChoice
  onChange: (change: InputOf<'notifications.updatePreferences'>) => void
}

function KindRow({ choice: { kind, title, inApp, mail }, onChange }: KindRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-(--row-inset)">
      <span className="min-w-0 grow basis-60 font-medium">{title}</span>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={inApp}
          onChange={({ target }) => onChange({ kinds: [{ kind, inApp: target.checked }] })}
          aria-label={page.inAppLabel(title)}
          className="size-4 accent-accent"
        />
        {page.inApp}
      </label>
      <Select
        label={page.emailLabel(title)}
        options={emailOptions}
        value={mail}
        onChange={(chosen) => onChange({ kinds: [{ kind, mail: chosen }] })}
      />
    </li>
  )
}

function useUpdatePreferences() {
  return useChange({
    kinds: ['notification_choices'],
    show: (cache, { kinds = [], digest }: InputOf<'notifications.updatePreferences'>) =>
      cache.setQueryData(
        read('notifications.getPreferences', {}).queryKey,
        (known) =>
          known && {
            ...known,
            ...(digest && { digest }),
            kinds: known.kinds.map((each) => ({ ...each, ...kinds.find(({ kind }) => kind === each.kind) })),
          },
      ),
    send: (choice) => call('notifications.updatePreferences', choice),
    failed: () => sharedTexts.preferenceNotSaved,
  })
}
