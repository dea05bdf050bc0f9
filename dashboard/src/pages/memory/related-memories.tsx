import { plainText } from '../../../../server/platform/plain-text.ts'
import { PanelSection } from '../tasks/panel/panel-section.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import type { Memory, MemoryDetails } from './queries.ts'
import { texts } from './texts.ts'

interface RelatedProps {
  memory: MemoryDetails
  onOpen: (id: string) => void
}

/** The entries that this one supersedes or is superseded by, newest first. */
export function Chain({ memory, onOpen }: RelatedProps) {
  if (memory.chain.length === 0) return null
  const all = [...memory.chain, memory].toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  return (
    <PanelSection title={texts.related.history}>
      <ol className="flex flex-col gap-2 border-l-2 pl-3">
        {all.map((each) => (
          <li key={each.id} aria-current={each.id === memory.id ? 'true' : undefined}>
            <Entry memory={each} present={each.id === memory.id} onOpen={onOpen} />
            <p className="text-[13px] text-muted">
              {each.supersededBy ? texts.related.superseded : texts.related.current} ·{' '}
              <Time at={each.createdAt} />
            </p>
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}

export function Similar({ memory, loading, onOpen }: RelatedProps & { loading: boolean }) {
  return (
    <PanelSection title={texts.related.similar}>
      {loading ? (
        <Spinner />
      ) : memory.similar.length === 0 ? (
        <p className="text-[13px] text-muted">{texts.related.noneSimilar}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {memory.similar.map(({ similarity, conflict, ...other }) => (
            <li key={other.id} className="flex gap-3">
              <span className="w-9 shrink-0 text-[13px] text-muted tabular-nums">
                {Math.round(similarity * 100)}%<span className="sr-only">{texts.related.similarity}</span>
              </span>
              <span className="min-w-0">
                {conflict && <Badge tone="danger">{texts.related.conflict}</Badge>}{' '}
                <Entry memory={other} onOpen={onOpen} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

interface EntryProps {
  memory: Pick<Memory, 'id' | 'content'>
  present?: boolean
  onOpen: (id: string) => void
}

function Entry({ memory: { id, content }, present = false, onOpen }: EntryProps) {
  const excerpt = plainText(content)
  if (present) return <span className="line-clamp-3 font-medium wrap-anywhere">{excerpt}</span>
  return (
    <button
      type="button"
      onClick={() => onOpen(id)}
      className="line-clamp-3 min-w-0 text-left wrap-anywhere hover:underline"
    >
      {excerpt}
    </button>
  )
}
