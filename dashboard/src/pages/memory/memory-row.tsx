import { Badge } from '../../ui/badge.tsx'
import { Time, useNow } from '../../ui/time.tsx'
import { kindNames, ownerOf } from './names.ts'
import type { FoundMemory, Memory } from './queries.ts'

interface MemoryRowProps {
  memory: Memory
  /** How close it came to the question, and why. */
  found?: Pick<FoundMemory, 'score' | 'why'>
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
        // All of the row is pressed with it.
        className={`line-clamp-3 text-left wrap-anywhere whitespace-pre-line after:absolute after:inset-0 ${memory.supersededBy ? 'text-muted line-through decoration-strong-line' : ''}`}
      >
        {memory.content}
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

/** What kind of thing it is, and whether it still holds. */
export function MemoryBadges({ memory }: { memory: Memory }) {
  const { scope, kind, supersededBy, archivedAt, expiresAt } = memory
  const now = useNow()
  const expired = expiresAt !== null && Date.parse(expiresAt) < now
  return (
    <>
      <Badge tone={scope === 'agent' ? 'agent' : scope === 'project' ? 'accent' : 'attention'}>{scope}</Badge>
      <Badge>{kindNames[kind]}</Badge>
      {supersededBy && <Badge tone="danger">Superseded</Badge>}
      {archivedAt && <Badge>Archived</Badge>}
      {expired && <Badge tone="danger">No longer valid</Badge>}
    </>
  )
}

/** Why it was found. The score says only how it stands to the others that were. */
function Why({ score, why }: Pick<FoundMemory, 'score' | 'why'>) {
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-3 text-[13px] text-muted">
      <span className="text-ink wrap-anywhere">{why}</span>
      <span className="tabular-nums">Score {score.toFixed(2)}</span>
    </p>
  )
}
