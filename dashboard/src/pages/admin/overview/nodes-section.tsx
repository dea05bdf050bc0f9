import { Badge } from '../../../ui/badge.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { formatNumber } from '../../../ui/format-number.ts'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Node } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.nodes

/** The servers of the instance with their version and load. */
export function NodesSection({ nodes }: { nodes: Node[] }) {
  return (
    <Section title={labels.title} text={labels.text}>
      <Table label={labels.title} columns={columns} items={nodes} keyOf={({ id }) => id} />
    </Section>
  )
}

const heads = labels.columns
const columns: Column<Node>[] = [
  {
    head: heads.name,
    cell: ({ name, alive, version, startedAt }) => (
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="wrap-anywhere">{name}</span>
          {!alive && <Badge tone="danger">{labels.lost}</Badge>}
        </span>
        <span className="block text-[13px] text-muted">
          {labels.details(version)} <Time at={startedAt} />
        </span>
      </span>
    ),
  },
  { head: heads.cpu, cell: ({ cpu }) => labels.percent(formatNumber(Math.round(100 * cpu))), atEnd: true },
  { head: heads.memory, cell: ({ memoryBytes }) => formatBytes(memoryBytes), atEnd: true },
  {
    head: heads.load,
    cell: ({ loadAverage, cores }) => labels.load(formatNumber(loadAverage), cores),
    atEnd: true,
  },
  {
    head: heads.requests,
    cell: ({ requestsPerMinute }) => formatNumber(Math.round(requestsPerMinute)),
    atEnd: true,
  },
  { head: heads.disk, cell: ({ disk }) => disk && formatBytes(disk.freeBytes), atEnd: true },
]
