import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Rows } from '../../ui/section.tsx'
import { memoryQuery } from '../memory/queries.ts'

/** What was written to memory in it, as far as it still is there. */
export function Learned({ ids }: { ids: string[] }) {
  const entries = useQueries({ queries: ids.map((id) => memoryQuery(id)) }).flatMap(({ data }) => data ?? [])
  if (ids.length === 0)
    return <p className="text-muted">Nothing yet. What is learned is told when the session ends.</p>
  return (
    <Rows label="What it learned">
      {entries.map(({ id, content, supersededBy }) => (
        <li key={id} className="px-4 py-2">
          <Link
            to="/memory"
            search={{ entry: id }}
            className={`wrap-anywhere hover:underline ${supersededBy ? 'text-muted line-through' : ''}`}
          >
            {content}
          </Link>
        </li>
      ))}
    </Rows>
  )
}
