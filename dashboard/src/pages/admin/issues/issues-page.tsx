import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChangeSearch } from '../../../change-search.ts'
import { useRead } from '../../../read.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { FilteredList } from '../../../ui/filtered-list.tsx'
import { TitleLink } from '../../../ui/links.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { PageTitle } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { write } from '../../../write.ts'
import { IssueState } from '../../issues/issue-state.tsx'
import { texts as shared } from '../../issues/texts.ts'
import { type AdminIssue, type AdminIssueSearch, adminIssuesQuery, unassigned } from './queries.ts'
import { texts } from './texts.ts'

const { list } = texts

/** All issues of the instance. */
export function AdminIssuesPage() {
  const search = useSearch({ from: '/shell/admin/issues' })
  const q = useDebounced(search.q, 250)
  return (
    <>
      <PageTitle title={list.title} text={list.text} />
      <FilteredList
        query={adminIssuesQuery({ ...search, q })}
        texts={list}
        filter={search}
        filters={<Filters search={search} />}
        actions={<SyncButton />}
        emptyActions={null}
      >
        {(issues) => <Table label={list.title} columns={columns} items={issues} keyOf={({ id }) => id} />}
      </FilteredList>
    </>
  )
}

function SyncButton() {
  const [busy, setBusy] = useState(false)
  const sync = () => {
    setBusy(true)
    void write('issues.sync', {})
      .then(({ changedHere, changedThere }) => showToast({ text: list.synced(changedHere, changedThere) }))
      .catch(showProblem)
      .finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} onClick={sync}>
      {list.sync}
    </Button>
  )
}

function Filters({ search }: { search: AdminIssueSearch }) {
  const change = useChangeSearch<AdminIssueSearch>()
  const assignees = useRead('issues.listAssignees', {}).data?.items ?? []
  return (
    <>
      <SearchField
        label={list.search}
        value={search.q ?? ''}
        maxLength={200}
        onChange={(q) => change({ q: q || undefined })}
      />
      <FilterSelect
        label={list.stateFilter}
        all={list.allStates}
        options={shared.states}
        value={search.state}
        onChange={(state) => change({ state })}
      />
      <FilterSelect
        label={list.assigneeFilter}
        all={list.anyAssignee}
        options={[
          { value: unassigned, name: list.unassigned },
          ...assignees.map(({ username, name }) => ({ value: username, name })),
        ]}
        value={search.assignee}
        onChange={(assignee) => change({ assignee })}
      />
    </>
  )
}

const columns: Column<AdminIssue>[] = [
  {
    head: texts.columns.issue,
    cell: ({ number, title }) => (
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        <span className="shrink-0 font-mono text-xs text-muted">#{number}</span>
        <TitleLink to="/admin/issues/$issue" params={{ issue: String(number) }}>
          {title}
        </TitleLink>
      </span>
    ),
  },
  { head: texts.columns.state, cell: ({ state }) => <IssueState state={state} /> },
  { head: texts.columns.reporter, cell: ({ reporter }) => reporter.name },
  { head: texts.columns.assignee, cell: ({ assignee }) => assignee?.name ?? null },
  {
    head: texts.columns.reported,
    atEnd: true,
    cell: ({ createdAt }) => (
      <span className="text-[13px] text-muted">
        <Time at={createdAt} />
      </span>
    ),
  },
]
