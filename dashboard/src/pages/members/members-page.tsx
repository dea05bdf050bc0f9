import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import type { Role } from '../../client.ts'
import { roleNames } from '../../roles.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { InviteButton } from '../invitations/invite-button.tsx'
import { MemberTable } from './member-table.tsx'
import { type MemberFilter, membersQuery } from './queries.ts'
import { texts } from './texts.ts'

export function MembersPage() {
  const filter = useSearch({ from: '/shell/organization/members' })
  const page = texts.membersPage
  return (
    <>
      <title>{`${page.title} · Baton`}</title>
      <PageHeading title={page.title} actions={<InviteButton />} />
      <FilteredList
        texts={page}
        query={membersQuery(filter)}
        filter={filter}
        filters={<Filters filter={filter} />}
      >
        {(members) => <MemberTable members={members} />}
      </FilteredList>
    </>
  )
}

function Filters({ filter: { search = '', role } }: { filter: MemberFilter }) {
  const labels = texts.membersPage
  const show = useChangeSearch<MemberFilter>()
  return (
    <>
      <SearchField
        label={labels.search}
        placeholder={labels.searchPlaceholder}
        value={search}
        className="min-w-0 basis-48 sm:max-w-72"
        onChange={(typed) => show({ search: typed || undefined })}
      />
      <FilterSelect
        label={labels.filterByRole}
        all={labels.allRoles}
        options={roles}
        value={role}
        onChange={(chosen) => show({ role: chosen })}
      />
    </>
  )
}

const roles = (Object.keys(roleNames) as Role[]).map((value) => ({
  value,
  name: texts.membersPage.pluralRole(roleNames[value]),
}))
