import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChangeSearch } from '../../change-search.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { IssueState } from './issue-state.tsx'
import { type Issue, type IssueSearch, issuesQuery } from './queries.ts'
import { ReportDialog } from './report-dialog.tsx'
import { texts } from './texts.ts'

const { list } = texts

/** The problems that the user reported. */
export function MyIssuesPage() {
  const search = useSearch({ from: '/shell/issues' })
  const change = useChangeSearch<IssueSearch>()
  const [reporting, setReporting] = useState(false)
  return (
    <Page title={list.title} text={list.text}>
      <FilteredList
        query={issuesQuery(search)}
        texts={list}
        filter={search}
        filters={
          <FilterSelect
            label={list.stateFilter}
            all={list.allStates}
            options={texts.states}
            value={search.state}
            onChange={(state) => change({ state })}
          />
        }
        actions={
          <Button kind="primary" onClick={() => setReporting(true)}>
            {list.report}
          </Button>
        }
      >
        {(issues) => <Table label={list.title} columns={columns} items={issues} keyOf={({ id }) => id} />}
      </FilteredList>
      {reporting && <ReportDialog onClose={() => setReporting(false)} />}
    </Page>
  )
}

const columns: Column<Issue>[] = [
  {
    head: texts.columns.issue,
    cell: ({ number, title }) => (
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        <span className="shrink-0 font-mono text-xs text-muted">#{number}</span>
        <TitleLink to="/issues/$issue" params={{ issue: String(number) }}>
          {title}
        </TitleLink>
      </span>
    ),
  },
  { head: texts.columns.state, cell: ({ state }) => <IssueState state={state} /> },
  { head: texts.columns.replies, atEnd: true, cell: ({ replyCount }) => replyCount || null },
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
