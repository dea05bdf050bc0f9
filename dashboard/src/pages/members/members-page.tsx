import { useNavigate, useSearch } from '@tanstack/react-router'
import { SearchIcon } from 'lucide-react'
import type { Role } from '../../client.ts'
import { roleNames } from '../../roles.ts'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Select } from '../../ui/select.tsx'
import { InviteButton } from '../invitations/invite-button.tsx'
import { MemberTable } from './member-table.tsx'
import { type MemberFilter, membersQuery } from './queries.ts'
import { texts } from './texts.ts'

const route = '/shell/organization/members'

export function MembersPage() {
  const filter = useSearch({ from: route })
  const { title, loading, empty, noMatch } = texts.membersPage
  const isFiltered = Boolean(filter.search ?? filter.role)
  return (
    <>
      <title>{`${title} · Baton`}</title>
      <div className="mt-6 mb-4 flex flex-wrap items-center gap-2">
        <Filters filter={filter} />
        <span className="ml-auto">
          <InviteButton />
        </span>
      </div>
      <PagedList
        query={membersQuery(filter)}
        noun={loading}
        empty={<Empty {...(isFiltered ? noMatch : empty)} />}
      >
        {(members) => <MemberTable members={members} />}
      </PagedList>
    </>
  )
}

const anyRole = 'any'

function Filters({ filter: { search, role } }: { filter: MemberFilter }) {
  const navigate = useNavigate()
  const labels = texts.membersPage
  const show = (change: MemberFilter) =>
    void navigate({
      to: '/organization/members',
      search: { search, role, ...change },
      replace: true,
    })
  const roles = Object.entries(roleNames).map(([value, name]) => ({ value, name: labels.pluralRole(name) }))
  return (
    <>
      <label className="relative min-w-0 grow basis-48 sm:max-w-72">
        <span className="sr-only">{labels.search}</span>
        <span aria-hidden className="absolute inset-y-0 left-2.5 flex items-center text-muted">
          <SearchIcon />
        </span>
        <input
          type="search"
          value={search ?? ''}
          placeholder={labels.searchPlaceholder}
          onChange={({ target }) => show({ search: target.value || undefined })}
          className="control pl-8"
        />
      </label>
      <Select
        label={labels.filterByRole}
        options={[{ value: anyRole, name: labels.allRoles }, ...roles]}
        value={role ?? anyRole}
        onChange={(chosen) => show({ role: chosen === anyRole ? undefined : (chosen as Role) })}
      />
    </>
  )
}
