import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../../change-search.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { FilteredList } from '../../../ui/filtered-list.tsx'
import { Person } from '../../../ui/person.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { PageTitle } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Day, Time } from '../../../ui/time.tsx'
import { texts as billing } from '../../billing/texts.ts'
import {
  type ListedPerson,
  type PeopleFilter,
  type PersonState,
  countsQuery,
  peopleQuery,
} from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.people

/** Everyone with an account on the instance. */
export function PeoplePage() {
  const filter = useSearch({ from: '/shell/admin/people' })
  return (
    <>
      <PageTitle title={labels.title} text={labels.intro} />
      <FilteredList
        texts={labels}
        query={peopleQuery(filter)}
        filter={filter}
        filters={<Filters filter={filter} />}
      >
        {(people) => <Table label={labels.title} columns={columns} items={people} keyOf={({ id }) => id} />}
      </FilteredList>
    </>
  )
}

function Filters({ filter }: { filter: PeopleFilter }) {
  const show = useChangeSearch<PeopleFilter>()
  const counts = useQuery(countsQuery(filter)).data?.counts
  const states = (Object.keys(texts.states) as PersonState[]).map((value) => ({
    value,
    name: labels.state(texts.states[value], counts?.[value]),
  }))
  return (
    <>
      <SearchField
        label={labels.search}
        placeholder={labels.searchPlaceholder}
        value={filter.search ?? ''}
        className="min-w-0 basis-56 sm:max-w-72"
        onChange={(typed) => show({ search: typed || undefined })}
      />
      <FilterSelect
        label={labels.filterByState}
        all={labels.allStates(counts?.all)}
        options={states}
        value={filter.state}
        onChange={(state) => show({ state })}
      />
      <FilterSelect
        label={labels.filterByRole}
        all={labels.allRoles}
        options={[
          { value: 'admin', name: labels.state(labels.roles.admin, counts?.administrators) },
          { value: 'user', name: labels.roles.user },
        ]}
        value={filter.role}
        onChange={(role) => show({ role })}
      />
    </>
  )
}

const columns: Column<ListedPerson>[] = [
  {
    head: labels.columns.name,
    cell: (person) => (
      <Link
        to="/admin/people/$user"
        params={{ user: person.username }}
        className="max-w-full min-w-0 hover:underline"
      >
        <Person
          kind="user"
          id={person.id}
          name={person.name}
          imageUrl={person.avatarUrl}
          detail={person.email}
          badges={<PersonBadges person={person} />}
        />
      </Link>
    ),
  },
  {
    head: labels.columns.organizations,
    cell: ({ organizationCount }) => organizationCount,
    atEnd: true,
  },
  {
    head: labels.columns.lastSeen,
    cell: ({ lastSeenAt }) => (lastSeenAt ? <Time at={lastSeenAt} /> : labels.neverSeen),
  },
  { head: labels.columns.joined, cell: ({ createdAt }) => <Day at={createdAt} /> },
]

/** The role, the state and the plan of a person, unless they are ordinary. */
export function PersonBadges({
  person: { role, state, subscription },
}: {
  person: Pick<ListedPerson, 'role' | 'state' | 'subscription'>
}) {
  return (
    <>
      {role === 'admin' && <Badge tone="accent">{texts.badges.administrator}</Badge>}
      {subscription?.active && <Badge>{texts.badges.plan(billing.plans[subscription.plan])}</Badge>}
      {state !== 'active' && (
        <Badge tone={state === 'suspended' ? 'danger' : 'attention'}>{texts.states[state]}</Badge>
      )}
    </>
  )
}
