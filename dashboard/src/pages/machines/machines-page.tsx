import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { HandIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useChangeSearch } from '../../change-search.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Person } from '../../ui/person.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { AddMachine } from './add-machine.tsx'
import { keyIn } from './key-in.ts'
import type { MachinesSearch } from './machine-search.ts'
import { MachineState } from './machine-state.tsx'
import { type Machine, machinesQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The machines that the user owns or can use. */
export function MachinesPage() {
  const { page, add } = texts
  const search = useSearch({ from: '/shell/machines' })
  const status = keyIn(texts.status, search.status)
  const change = useChangeSearch<MachinesSearch>()
  const hasMachines = useInfiniteQuery(machinesQuery(status)).data?.pages.some(
    ({ items }) => items.length > 0,
  )
  const [isAdding, setIsAdding] = useState(false)
  const addButton = (
    <Button kind="primary" onClick={() => setIsAdding(true)}>
      <PlusIcon /> {add.button}
    </Button>
  )
  const handbook = (
    <TextLink to="/help/$doc" params={{ doc: 'machines' }}>
      {page.handbook}
    </TextLink>
  )
  return (
    <Page title={page.title} text={page.text} actions={addButton}>
      <FilteredList
        query={machinesQuery(status)}
        texts={page}
        filter={{ status }}
        filters={
          (hasMachines || status !== undefined) && (
            <FilterSelect
              label={page.filter.label}
              all={page.filter.all}
              options={texts.status}
              value={status}
              onChange={(chosen) => change({ status: chosen })}
            />
          )
        }
        emptyActions={
          <>
            {addButton}
            {handbook}
          </>
        }
      >
        {(machines) => (
          <>
            <Table label={page.label} columns={columns} items={machines} keyOf={({ id }) => id} />
            <p className="mt-4 text-[13px]">{handbook}</p>
          </>
        )}
      </FilteredList>
      {isAdding && <AddMachine onClose={() => setIsAdding(false)} />}
    </Page>
  )
}

const columns: Column<Machine>[] = [
  {
    head: texts.columns.machine,
    cell: ({ id, name, machine, waiting }) => (
      <span className="min-w-0">
        <Link
          to="/machines/$tunnel"
          params={{ tunnel: id }}
          className="font-medium wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        {machine && (
          <span className="block text-[13px] text-muted wrap-anywhere">
            {machine.hostname} · {machine.platform}
          </span>
        )}
        {waiting > 0 && (
          <span className="mt-1 block">
            <Badge tone="attention">
              <HandIcon /> {texts.waiting(waiting)}
            </Badge>
          </span>
        )}
      </span>
    ),
  },
  { head: texts.columns.state, cell: ({ status }) => <MachineState status={status} /> },
  {
    head: texts.columns.owner,
    cell: ({ owner }) => <Person kind="user" id={owner.id} name={owner.name} />,
  },
  {
    head: texts.columns.lastSeen,
    atEnd: true,
    cell: ({ lastSeenAt }) => (
      <span className="text-[13px] text-muted">{lastSeenAt ? <Time at={lastSeenAt} /> : texts.never}</span>
    ),
  },
]
