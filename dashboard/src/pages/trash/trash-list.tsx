import { useChangeSearch } from '../../change-search.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Day, Time, useNow } from '../../ui/time.tsx'
import { NameLink } from '../../ui/links.tsx'
import { kindNames, pluralNames } from './names.ts'
import { type TrashFilter, type Trashed, trashQuery } from './queries.ts'
import { useRestore } from './restore.ts'
import { texts } from './texts.ts'

const { trashList } = texts

interface TrashListProps {
  /** Limits the list to this project. */
  project?: string
  kind: Trashed['kind'] | undefined
  kinds: readonly Trashed['kind'][]
}

/** The deleted items, most recently deleted first. */
export function TrashList({ project, kind, kinds }: TrashListProps) {
  const restore = useRestore()
  const show = useChangeSearch<{ kind: Trashed['kind'] | undefined }>()
  const filter: TrashFilter = { ...(project && { project }), ...(kind && { kind: [kind] }) }
  const columns = columnsFor({ inProject: project !== undefined, onRestore: restore.mutate })
  return (
    <FilteredList
      texts={trashList}
      query={trashQuery(filter)}
      filter={{ kind }}
      filters={
        <FilterSelect
          label={trashList.kindFilter.label}
          all={trashList.kindFilter.all}
          options={kinds.map((value) => ({ value, name: pluralNames[value] }))}
          value={kind}
          onChange={(selected) => show({ kind: selected })}
        />
      }
    >
      {(items) => <Table label={trashList.label} columns={columns} items={items} keyOf={({ id }) => id} />}
    </FilteredList>
  )
}

interface ColumnOptions {
  inProject: boolean
  onRestore: (item: Trashed) => void
}

function columnsFor({ inProject, onRestore }: ColumnOptions): Column<Trashed>[] {
  const project: Column<Trashed> = {
    head: trashList.columns.project,
    cell: (item) =>
      item.project &&
      item.kind !== 'project' && (
        <NameLink to="/projects/$slug" params={{ slug: item.project }}>
          {item.project}
        </NameLink>
      ),
  }
  return [
    { head: trashList.columns.item, cell: (item) => <ItemTitle item={item} /> },
    ...(inProject ? [] : [project]),
    {
      head: trashList.columns.deleted,
      cell: ({ deletedAt, deletedBy }) => (
        <span className="text-[13px] text-muted">
          <Time at={deletedAt} />
          {deletedBy && trashList.deletedBy(deletedBy.name)}
          {deletedBy?.onBehalfOf && trashList.onBehalfOf(deletedBy.onBehalfOf.name)}
        </span>
      ),
    },
    {
      head: trashList.columns.keptUntil,
      cell: ({ restorableUntil }) => <RestorableUntil at={restorableUntil} />,
    },
    {
      head: trashList.columns.restore,
      quiet: true,
      atEnd: true,
      cell: (item) => (
        <Button aria-label={trashList.restoreItem(item.title)} onClick={() => onRestore(item)}>
          {trashList.restore}
        </Button>
      ),
    },
  ]
}

/** Kinds whose key is worth showing. A slug only repeats the name. */
const kindsWithKey = new Set<Trashed['kind']>([
  'epic',
  'story',
  'task',
  'feature',
  'comment',
  'evidence',
  'spec',
])

function ItemTitle({ item: { kind, key, title, children } }: { item: Trashed }) {
  return (
    <span className="block min-w-0 pr-24 @min-[40rem]:pr-0">
      <span className="block font-medium wrap-anywhere">{title}</span>
      <span className="block text-[13px] text-muted">
        {kindNames[kind]}
        {kindsWithKey.has(kind) && <span className="font-mono text-xs"> {key}</span>}
        {children !== null && children > 0 && trashList.children(children)}
      </span>
    </span>
  )
}

const warningMs = 3 * 86_400_000

function RestorableUntil({ at }: { at: string }) {
  const isUrgent = Date.parse(at) - useNow() < warningMs
  return (
    <span className={`text-[13px] ${isUrgent ? 'text-danger' : 'text-muted'}`}>
      <Day at={at} />
    </span>
  )
}
