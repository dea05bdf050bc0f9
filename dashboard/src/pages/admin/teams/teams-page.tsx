import { Link, useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../../change-search.ts'
import { FilteredList } from '../../../ui/filtered-list.tsx'
import { Person } from '../../../ui/person.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { PageTitle } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type AdministeredTeam, type TeamsFilter, allTeamsQuery } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.list

/** The teams of all organizations. */
export function AllTeamsPage() {
  const filter = useSearch({ from: '/shell/admin/teams' })
  const show = useChangeSearch<TeamsFilter>()
  return (
    <>
      <PageTitle title={labels.title} text={labels.intro} />
      <FilteredList
        texts={labels}
        query={allTeamsQuery(filter)}
        filter={filter}
        filters={
          <SearchField
            label={labels.search}
            placeholder={labels.searchPlaceholder}
            value={filter.search ?? ''}
            className="min-w-0 basis-56 sm:max-w-72"
            onChange={(typed) => show({ search: typed || undefined })}
          />
        }
      >
        {(teams) => <Table label={labels.title} columns={columns} items={teams} keyOf={({ id }) => id} />}
      </FilteredList>
    </>
  )
}

const columns: Column<AdministeredTeam>[] = [
  {
    head: labels.columns.team,
    cell: ({ id, name, avatarUrl, organization }) => (
      <Link to="/admin/teams/$team" params={{ team: id }} className="max-w-full min-w-0 hover:underline">
        <Person kind="team" id={id} name={name} imageUrl={avatarUrl} detail={organization.name} />
      </Link>
    ),
  },
  { head: labels.columns.members, cell: ({ memberCount }) => memberCount, atEnd: true },
  { head: labels.columns.projects, cell: ({ projectCount }) => projectCount, atEnd: true },
]
