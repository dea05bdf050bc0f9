import { Empty } from '../../ui/empty.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { locale } from '../../ui/locale.ts'
import { Meter } from '../../ui/meter.tsx'
import { Rows, Section, card } from '../../ui/section.tsx'
import { useStore } from '../../ui/store.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import type { AiSettings } from './ai-settings-page.tsx'
import { texts } from './texts.ts'

const labels = texts.usage

type Used = AiSettings['usage']['own']

/** The use of the current month, and for admins that of each person. */
export function Usage({ settings }: { settings: AiSettings }) {
  useStore(locale)
  const { usage, monthlyTokens, monthlyTokensPerPerson, instanceLimits } = settings
  return (
    <>
      <Section
        title={labels.title}
        text={
          <>
            {labels.text} {labels.resets} <Time at={usage.resetsAt} />.
          </>
        }
      >
        <Rows label={labels.label}>
          <UsageRow name={labels.organization} used={usage.organization} limit={monthlyTokens} />
          <UsageRow name={labels.own} used={usage.own} limit={monthlyTokensPerPerson} />
          {instanceLimits.monthlyTokens !== null && (
            <UsageRow name={labels.shared} used={usage.instance} limit={instanceLimits.monthlyTokens} />
          )}
        </Rows>
      </Section>
      {usage.people && <People people={usage.people} />}
    </>
  )
}

function UsageRow({ name, used, limit }: { name: string; used: Used; limit: number | null }) {
  const tokens = used.inputTokens + used.outputTokens
  const isFull = limit !== null && tokens >= limit
  const text =
    limit === null
      ? labels.tokens(formatNumber(tokens))
      : labels.tokensOf(formatNumber(tokens), formatNumber(limit))
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{name}</span>
        <span className={`tabular-nums ${isFull ? 'font-medium text-danger' : 'text-muted'}`}>{text}</span>
      </p>
      {limit !== null && <Meter label={name} used={tokens} limit={limit} text={text} />}
    </li>
  )
}

type Person = NonNullable<AiSettings['usage']['people']>[number]

const columns: readonly Column<Person>[] = [
  { head: labels.person, cell: ({ user }) => <span className="truncate">{user.name}</span> },
  numberColumn(labels.input, 'inputTokens'),
  numberColumn(labels.output, 'outputTokens'),
  numberColumn(labels.requests, 'requests'),
]

function numberColumn(head: string, field: keyof Used): Column<Person> {
  return {
    head,
    atEnd: true,
    cell: (person) => <span className="tabular-nums">{formatNumber(person[field])}</span>,
  }
}

function People({ people }: { people: Person[] }) {
  return (
    <Section title={labels.people}>
      {people.length > 0 ? (
        <Table label={labels.people} columns={columns} items={people} keyOf={({ user }) => user.id} />
      ) : (
        <div className={card}>
          <Empty {...labels.noPeople} />
        </div>
      )}
    </Section>
  )
}
