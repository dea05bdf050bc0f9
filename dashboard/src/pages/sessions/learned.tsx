import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { plainText } from '../../../../server/platform/plain-text.ts'
import { read } from '../../read.ts'
import { Rows } from '../../ui/section.tsx'
import { texts } from './texts.ts'

/** The memory entries of a session that still exist. */
export function Learned({ ids }: { ids: string[] }) {
  const entries = useQueries({ queries: ids.map((id) => read('memories.get', { memory: id })) }).flatMap(
    ({ data }) => data ?? [],
  )
  if (ids.length === 0) return <p className="text-muted">{texts.sessionPage.noLearnings}</p>
  return (
    <Rows label={texts.sessionPage.learnings}>
      {entries.map(({ id, content, supersededBy }) => (
        <li key={id} className="px-4 py-2">
          <Link
            to="/memory"
            search={{ entry: id }}
            className={`wrap-anywhere hover:underline ${supersededBy ? 'text-muted line-through' : ''}`}
          >
            {plainText(content)}
          </Link>
        </li>
      ))}
    </Rows>
  )
}
