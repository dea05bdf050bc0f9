import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Role } from '../../client.ts'
import { roleNames } from '../../roles.ts'
import { Empty } from '../../ui/empty.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Select } from '../../ui/select.tsx'
import { InviteButton } from '../invitations/invite-button.tsx'
import { MemberTable } from './member-table.tsx'
import { type MemberFilter, membersQuery } from './queries.ts'

const route = '/shell/organization/members'

export function MembersPage() {
  const filter = useSearch({ from: route })
  const filtered = Boolean(filter.search ?? filter.role)
  return (
    <>
      <title>Members · Baton</title>
      <div className="mt-6 mb-4 flex flex-wrap items-center gap-2">
        <Filters filter={filter} />
        <span className="ml-auto">
          <InviteButton />
        </span>
      </div>
      <PagesOf
        query={membersQuery(filter)}
        what="members"
        empty={
          filtered ? (
            <Empty title="Nobody is found" text="Nobody here has such a name and role." />
          ) : (
            <Empty title="Nobody is here" text="Invite somebody to begin with." />
          )
        }
      >
        {(members) => <MemberTable members={members} />}
      </PagesOf>
    </>
  )
}

const anyRole = 'any'

function Filters({ filter: { search, role } }: { filter: MemberFilter }) {
  const navigate = useNavigate()
  const show = (change: MemberFilter) =>
    void navigate({
      to: '/organization/members',
      search: { search, role, ...change },
      replace: true,
    })
  const roles = Object.entries(roleNames).map(([value, name]) => ({ value, name: `${name}s` }))
  return (
    <>
      <label className="relative min-w-0 grow basis-48 sm:max-w-72">
        <span className="sr-only">Find a member by name</span>
        <span aria-hidden className="absolute inset-y-0 left-2.5 flex items-center text-muted">
          <SearchIcon />
        </span>
        <input
          type="search"
          value={search ?? ''}
          placeholder="Name or username"
          onChange={({ target }) => show({ search: target.value || undefined })}
          className="control pl-8"
        />
      </label>
      <Select
        label="Show those with the role"
        options={[{ value: anyRole, name: 'Every role' }, ...roles]}
        value={role ?? anyRole}
        onChange={(chosen) => show({ role: chosen === anyRole ? undefined : (chosen as Role) })}
      />
    </>
  )
}
