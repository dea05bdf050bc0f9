import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { MemoryExplorer } from './memory-explorer.tsx'
import type { MemorySearch, Within } from './memory-search.ts'

/** Everything that agents have learned and whoever looks may see. */
export function MemoryPage() {
  const search = useSearch({ from: '/shell/memory' })
  return (
    <>
      <title>Memory · Baton</title>
      <Explorer search={search} within={{}}>
        <h1 className="text-xl font-semibold tracking-tight">Memory</h1>
        <p className="mt-1 max-w-prose text-muted">
          What agents have learned, so that they know it next time. Ask in your own words: what means the same
          is found, too.
        </p>
      </Explorer>
    </>
  )
}

/** What was learned in one project. */
export function ProjectMemoryPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/memory' })
  const search = useSearch({ from: '/shell/projects/$slug/memory' })
  return <Explorer search={search} within={{ project: slug }} />
}

/** What one agent has learned. */
export function AgentMemoryPage() {
  const { agent } = useParams({ from: '/shell/agents/$agent/memory' })
  const search = useSearch({ from: '/shell/agents/$agent/memory' })
  return <Explorer search={search} within={{ agent }} />
}

interface ExplorerProps {
  search: MemorySearch
  within: Within
  children?: React.ReactNode
}

function Explorer(props: ExplorerProps) {
  const navigate = useNavigate()
  return (
    <MemoryExplorer
      {...props}
      change={(change, replace = true) =>
        void navigate({ to: '.', search: (present) => ({ ...present, ...change }), replace })
      }
    />
  )
}
