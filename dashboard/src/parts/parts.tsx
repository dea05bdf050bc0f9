import { Trash2Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { pagesOf } from '../read.ts'
import { rolesUpTo, teamRoles } from '../roles.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { MenuItem, MenuLink, RowMenu } from '../ui/menu.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Person } from '../ui/person.tsx'
import { Select, SelectField } from '../ui/select.tsx'
import { Steps } from '../ui/steps.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { showToast } from '../ui/toasts.ts'
import { Charts } from './charts.tsx'
import { type Member, people, avatarUrl } from './people.ts'

const columns: Column<Member>[] = [
  {
    head: 'Name',
    cell: ({ id, name, email, pending }) => (
      <Person
        kind="user"
        {...{ id, name }}
        detail={email}
        badges={pending && <Badge tone="attention">Invited</Badge>}
      />
    ),
  },
  { head: 'Teams', cell: ({ teams }) => teams },
  {
    head: 'Role',
    cell: ({ name, role }) => (
      <Select
        label={`Role of ${name}`}
        options={rolesUpTo('admin')}
        value={role}
        onChange={(chosen) => showToast({ text: `${name} is now ${chosen}.` })}
      />
    ),
  },
  {
    head: 'Actions',
    quiet: true,
    atEnd: true,
    cell: ({ name }) => (
      <RowMenu label={`Actions for ${name}`}>
        <MenuLink to="/projects">Show projects</MenuLink>
        <MenuItem disabled onSelect={() => showToast({ text: 'This must not happen.' })}>
          Make owner
        </MenuItem>
        <MenuItem danger icon={<Trash2Icon />} onSelect={() => showToast({ text: `Removed ${name}.` })}>
          Remove
        </MenuItem>
      </RowMenu>
    ),
  },
]

const pageSize = 3
const membersQuery = pagesOf(['people'], (cursor = '0') => {
  const from = Number(cursor)
  const next = from + pageSize
  return Promise.resolve({
    items: people.slice(from, next),
    nextCursor: next < people.length ? String(next) : null,
  })
})

export function Parts() {
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-8 px-4 py-6">
      <h1 className="text-xl font-semibold">Parts</h1>
      <Part title="Steps">
        <Steps label="Setting up" names={['Organization', 'People', 'Connect an agent']} current={1} />
      </Part>
      <Part title="Tabs">
        <Tabs
          label="Organization"
          tabs={[
            { to: '/projects', name: 'Projects', count: 3 },
            { to: '/settings/profile', name: 'Members', count: 12 },
            { to: '/connect', name: 'Invitations' },
            { to: '/settings/account', name: 'Organization settings' },
          ]}
        />
      </Part>
      <Part title="People">
        <div className="flex flex-wrap gap-6">
          <Person kind="user" id="1" name="Ada Byron" />
          <Person kind="agent" id="2" name="Builder" />
          <Person kind="team" id="3" name="Design" detail="4 members" />
          <Person kind="user" id="4" name="Grace" imageUrl={avatarUrl} detail="with an image" />
          <Person
            kind="user"
            id="5"
            name="Linus"
            imageUrl="/nothing-here.png"
            detail="with a missing image"
          />
        </div>
      </Part>
      <Part title="Choices">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Role" name="role" options={rolesUpTo('admin')} defaultValue="member" />
          <SelectField label="Role in the team" name="teamRole" options={teamRoles} defaultValue="lead" />
        </div>
      </Part>
      <Part title="Members">
        <PagedList
          query={membersQuery}
          noun="members"
          empty={<Empty title="No members yet" text="Invite people to get started." />}
        >
          {(items) => <Table label="Members" columns={columns} items={items} keyOf={({ id }) => id} />}
        </PagedList>
      </Part>
      <Part title="Charts">
        <Charts />
      </Part>
    </main>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2.5 text-xs font-semibold text-muted">{title}</h2>
      {children}
    </section>
  )
}
