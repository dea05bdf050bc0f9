import { plainText } from '../../../../server/platform/plain-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Time, useNow } from '../../ui/time.tsx'
import { kindNames, ownerOf } from './names.ts'
import type { FoundMemory, Memory } from './queries.ts'
import { texts } from './texts.ts'

type Match = Pick<FoundMemory, 'similarity' | 'why' | 'conflictsWith'>

interface MemoryRowProps {
  memory: Memory
  /** The match of a search result. */
  found?: Match
  opened: string | undefined
  onOpen: (id: string) => void
}

export function MemoryRow({ memory, found, opened, onOpen }: MemoryRowProps) {
  return (
    <li
      data-memory={memory.id}
      className="relative px-4 py-3 hover:bg-hover has-[[aria-current=true]]:bg-accent-soft"
    >
      <button
        type="button"
        aria-current={opened === memory.id}
        onClick={() => onOpen(memory.id)}
        // The button covers the whole row.
        className={`line-clamp-3 text-left wrap-anywhere after:absolute after:inset-0 ${memory.supersededBy ? 'text-muted line-through decoration-strong-line' : ''}`}
      >
        {plainText(memory.content)}
      </button>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-muted">
        <MemoryBadges memory={memory} />
        <span>
          {ownerOf(memory)} · <Time at={memory.createdAt} />
        </span>
        {memory.tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
      </p>
      {found && <Why {...found} />}
    </li>
  )
}

/** Badges for scope, kind and validity. */
export function MemoryBadges({ memory }: { memory: Memory }) {
  const { scope, kind, supersededBy, archivedAt, expiresAt, validFrom, validUntil } = memory
  const now = useNow()
  const isPast = (at: string | null) => at !== null && Date.parse(at) <= now
  return (
    <>
      <Badge tone={scope === 'agent' ? 'agent' : scope === 'project' ? 'accent' : 'attention'}>{scope}</Badge>
      <Badge>{kindNames[kind]}</Badge>
      {supersededBy && <Badge tone="danger">{texts.memoryRow.superseded}</Badge>}
      {archivedAt && <Badge>{texts.memoryRow.archived}</Badge>}
      {isPast(validUntil) && <Badge tone="danger">{texts.memoryRow.outdated}</Badge>}
      {validFrom !== null && !isPast(validFrom) && <Badge>{texts.memoryRow.upcoming}</Badge>}
      {isPast(expiresAt) && <Badge tone="danger">{texts.memoryRow.expired}</Badge>}
    </>
  )
}

/** Explains a search result. */
function Why({ similarity, why, conflictsWith }: Match) {
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 text-[13px] text-muted">
      {conflictsWith && <Badge tone="danger">{texts.memoryRow.conflict(conflictsWith.length)}</Badge>}
      <span className="text-ink wrap-anywhere">{why}</span>
      <span className="tabular-nums">{texts.memoryRow.similarity(Math.round(similarity * 100))}</span>
    </p>
  )
}
