import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Day, Time, useNow } from '../../ui/time.tsx'
import { kindNames, pluralNames } from './names.ts'
import { type TrashFilter, type Trashed, trashQuery } from './queries.ts'
import { useRestore } from './restore.ts'

interface TrashListProps {
  /** Of this project alone. */
  project?: string
  kind: Trashed['kind'] | undefined
  kinds: readonly Trashed['kind'][]
  onKind: (kind: Trashed['kind'] | undefined) => void
}

const anyKind = 'any'

/** What was deleted, by whom and until when it can come back: the last deleted first. */
export function TrashList({ project, kind, kinds, onKind }: TrashListProps) {
  const restore = useRestore()
  const filter: TrashFilter = { ...(project && { project }), ...(kind && { kind: [kind] }) }
  const columns = columnsFor({ inProject: project !== undefined, onRestore: restore.mutate })
  return (
    <>
      <div className="mb-4">
        <Select
          label="What kind of thing"
          options={[
            { value: anyKind, name: 'Everything' },
            ...kinds.map((value) => ({ value, name: pluralNames[value] })),
          ]}
          value={kind ?? anyKind}
          onChange={(chosen) => onKind(kinds.find((each) => each === chosen))}
        />
      </div>
      <PagesOf
        query={trashQuery(filter)}
        what="deleted things"
        empty={
          kind ? (
            <Empty
              title="None of these is here"
              text="Nothing of this kind was deleted in the last 30 days."
            />
          ) : (
            <Empty
              title="The trash is empty"
              text="What is deleted comes here, and can be brought back for 30 days."
            />
          )
        }
      >
        {(items) => <Table label="Trash" columns={columns} items={items} keyOf={({ id }) => id} />}
      </PagesOf>
    </>
  )
}

interface Rows {
  inProject: boolean
  onRestore: (item: Trashed) => void
}

function columnsFor({ inProject, onRestore }: Rows): Column<Trashed>[] {
  const project: Column<Trashed> = {
    head: 'Project',
    cell: (item) =>
      item.project &&
      item.kind !== 'project' && (
        <Link to="/projects/$slug" params={{ slug: item.project }} className="hover:underline">
          {item.project}
        </Link>
      ),
  }
  return [
    { head: 'What', cell: (item) => <What item={item} /> },
    ...(inProject ? [] : [project]),
    {
      head: 'Deleted',
      cell: ({ deletedAt, deletedBy }) => (
        <span className="text-[13px] text-muted">
          <Time at={deletedAt} />
          {deletedBy && ` by ${deletedBy.name}`}
          {deletedBy?.onBehalfOf && ` for ${deletedBy.onBehalfOf.name}`}
        </span>
      ),
    },
    { head: 'Kept until', cell: ({ restorableUntil }) => <Until at={restorableUntil} /> },
    {
      head: 'Bring back',
      quiet: true,
      atEnd: true,
      cell: (item) => (
        <Button aria-label={`Bring ${item.title} back`} onClick={() => onRestore(item)}>
          Bring back
        </Button>
      ),
    },
  ]
}

/** A slug says nothing that the name does not; a number does. */
const numbered = new Set<Trashed['kind']>([
  ...(['epic', 'story', 'task', 'feature', 'comment', 'evidence'] as const),
  'spec',
])

function What({ item: { kind, key, title, children } }: { item: Trashed }) {
  return (
    <span className="block min-w-0 pr-24 @min-[40rem]:pr-0">
      <span className="block font-medium wrap-anywhere">{title}</span>
      <span className="block text-[13px] text-muted">
        {kindNames[kind]}
        {numbered.has(kind) && <span className="font-mono text-xs"> {key}</span>}
        {children !== null &&
          children > 0 &&
          `, with ${children === 1 ? 'one thing' : `${children} things`} below it`}
      </span>
    </span>
  )
}

const soon = 3 * 86_400_000

function Until({ at }: { at: string }) {
  const close = Date.parse(at) - useNow() < soon
  return (
    <span className={`text-[13px] ${close ? 'text-danger' : 'text-muted'}`}>
      <Day at={at} />
    </span>
  )
}
