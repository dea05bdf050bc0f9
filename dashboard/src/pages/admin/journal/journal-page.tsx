import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../../change-search.ts'
import { FilteredList } from '../../../ui/filtered-list.tsx'
import { Person } from '../../../ui/person.tsx'
import { PageTitle } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { ExportButtons } from './export-buttons.tsx'
import { JournalChips, JournalFilters } from './journal-filters.tsx'
import { type AuditEntry, type JournalSearch, journalQuery } from './journal-search.ts'
import { texts } from './texts.ts'

/** The events of the whole instance. */
export function JournalPage() {
  const search = useSearch({ from: '/shell/admin/journal' })
  const change = useChangeSearch<JournalSearch>()
  const settled = useDebounced(search, 300)
  return (
    <>
      <PageTitle title={texts.title} text={texts.intro} />
      <FilteredList
        texts={texts}
        query={journalQuery(settled)}
        filter={settled}
        filters={
          <>
            <JournalFilters search={search} change={change} />
            <JournalChips search={search} change={change} />
          </>
        }
        actions={<ExportButtons search={settled} />}
        emptyActions={null}
      >
        {(entries) => <Table label={texts.title} columns={columns} items={entries} keyOf={({ id }) => id} />}
      </FilteredList>
    </>
  )
}

const columns: Column<AuditEntry>[] = [
  {
    head: texts.columns.event,
    cell: ({ type, subject, fields, reason }) => (
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {type} {subject.key && <span className="font-normal text-muted">{subject.key}</span>}
        </span>
        {fields.length > 0 && (
          <span className="block text-[13px] text-muted wrap-anywhere">
            {texts.fields(fields.join(', '))}
          </span>
        )}
        {reason && <span className="block text-[13px] text-muted wrap-anywhere">{texts.reason(reason)}</span>}
      </span>
    ),
  },
  { head: texts.columns.actor, cell: ({ actor }) => <Actor actor={actor} /> },
  {
    head: texts.columns.organization,
    cell: ({ organization }) => organization && (organization.name ?? texts.deleted),
  },
  { head: texts.columns.at, cell: ({ at }) => <Time at={at} /> },
]

function Actor({ actor }: { actor: AuditEntry['actor'] }) {
  const { onBehalfOf, impersonatedBy, via } = actor
  const details = [
    onBehalfOf && texts.onBehalfOf(onBehalfOf.name),
    impersonatedBy && texts.impersonatedBy(impersonatedBy.name),
    via && texts.via(via),
  ].filter((detail) => detail !== null)
  return (
    <span className="min-w-0">
      <Person kind={actor.kind} id={actor.id} name={actor.name} />
      {details.length > 0 && <span className="block text-[13px] text-muted">{details.join(', ')}</span>}
    </span>
  )
}
