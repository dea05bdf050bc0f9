import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery } from '../../queries.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Section } from '../../ui/section.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { keyIn } from './key-in.ts'
import type { MachineSearch } from './machine-search.ts'
import { RunStateBadge } from './machine-state.tsx'
import { type ListedRun, type Machine, historyQuery } from './queries.ts'
import { useRequesterName } from './requester-name.ts'
import { runName } from './run-name.ts'
import { runTexts } from './run-texts.ts'
import { texts as all } from './texts.ts'

const texts = runTexts.history

interface HistoryProps {
  machine: Machine
  search: MachineSearch
  change: (change: MachineSearch) => void
}

/** All runs of the machine, newest first. People who don't own it see their own. */
export function History({ machine, search, change }: HistoryProps) {
  const q = useDebounced(search.q, 250)
  const nameOf = useRequesterName()
  const state = keyIn(all.states, search.state)
  const action = keyIn(all.actions, search.action)
  return (
    <Section title={texts.title}>
      <FilteredList
        query={historyQuery(machine.id, { query: q?.trim() || undefined, state, action })}
        texts={texts}
        filter={{ q: search.q, state, action }}
        filters={
          <>
            <SearchField
              label={texts.search}
              value={search.q ?? ''}
              maxLength={200}
              className="min-w-0 basis-48"
              onChange={(value) => change({ q: value || undefined })}
            />
            <FilterSelect
              label={texts.state}
              all={texts.allStates}
              options={all.states}
              value={state}
              onChange={(value) => change({ state: value })}
            />
            <FilterSelect
              label={texts.action}
              all={texts.allActions}
              options={all.actions}
              value={action}
              onChange={(value) => change({ action: value })}
            />
          </>
        }
      >
        {(runs) => (
          <Table
            label={texts.label}
            columns={columnsOf(machine, nameOf)}
            items={runs}
            keyOf={({ id }) => id}
          />
        )}
      </FilteredList>
    </Section>
  )
}

function columnsOf(
  machine: Machine,
  nameOf: (requester: ListedRun['requester']) => string,
): Column<ListedRun>[] {
  const { columns } = texts
  return [
    {
      head: columns.action,
      cell: (run) => (
        <span className="min-w-0">
          <RunLink machine={machine} run={run} />
          {run.reason && (
            <span className="line-clamp-2 text-[13px] text-muted wrap-anywhere">{run.reason}</span>
          )}
        </span>
      ),
    },
    { head: columns.state, cell: ({ state }) => <RunStateBadge state={state} /> },
    {
      head: columns.requester,
      cell: ({ requester }) => <span className="wrap-anywhere">{nameOf(requester)}</span>,
    },
    {
      head: columns.time,
      atEnd: true,
      cell: ({ createdAt }) => (
        <span className="text-[13px] text-muted">
          <Time at={createdAt} />
        </span>
      ),
    },
  ]
}

function RunLink({ machine, run }: { machine: Machine; run: ListedRun }) {
  const me = useQuery(meQuery).data?.user.id
  const isOwnRun = [run.requester.id, run.requester.onBehalfOf?.id].includes(me)
  // Administrators see that a run happened, but not its input and output.
  if (!machine.isOwner && !isOwnRun) return <span className="wrap-anywhere">{runName(run)}</span>
  return (
    <Link
      from="/machines/$tunnel"
      to="."
      search={(current) => ({ ...current, run: run.id })}
      data-run={run.id}
      className="font-medium wrap-anywhere hover:underline"
    >
      {runName(run)}
    </Link>
  )
}
