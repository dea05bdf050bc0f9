import { useChange } from '../../change.ts'
import { type InputOf, call } from '../../client.ts'
import { read, useRead } from '../../read.ts'
import { PageTitle, Section, card } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { ChoiceRow } from '../preferences/choice-row.tsx'
import type { NotificationPreferences } from './queries.ts'

type KindChoice = NotificationPreferences['kinds'][number]

const mails: { value: KindChoice['mail']; name: string }[] = [
  { value: 'never', name: 'No mail' },
  { value: 'at_once', name: 'Mail at once' },
  { value: 'digest', name: 'In the digest' },
]
const digestNames = { daily: 'Daily', weekly: 'Weekly' }

/** What somebody is told of, and where. */
export function NotificationSettingsPage() {
  const query = useRead('notifications.getPreferences', {})
  const choose = useChooseNotifications().mutate
  if (query.isPending) return <Loading what="your choices" />
  if (!query.data) return <Trouble error={query.error} onRetry={() => void query.refetch()} />
  const { kinds, digest } = query.data
  return (
    <>
      <PageTitle
        title="Notifications"
        text="What you are told of: here, in the bell and the inbox, and by mail. What you do yourself is no news to you."
      />
      <ul aria-label="Kinds of notifications" className={`divide-y ${card}`}>
        {kinds.map((kind) => (
          <KindRow key={kind.kind} choice={kind} onChange={choose} />
        ))}
      </ul>
      <Section
        title="Digest"
        text="One mail with all that you chose for it. Where nothing happened there is none."
      >
        <div className={card}>
          <ChoiceRow
            name="How often"
            hint={digest === 'daily' ? 'Every morning.' : 'Every Monday morning.'}
            value={digest}
            names={digestNames}
            onChange={(often) => choose({ digest: often })}
          />
        </div>
      </Section>
    </>
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
          aria-label={`${title}: in the app`}
          className="size-4 accent-accent"
        />
        In the app
      </label>
      <Select
        label={`${title}: by mail`}
        options={mails}
        value={mail}
        onChange={(chosen) => onChange({ kinds: [{ kind, mail: chosen }] })}
      />
    </li>
  )
}

function useChooseNotifications() {
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
    failed: () => 'Your choice was not kept.',
  })
}
