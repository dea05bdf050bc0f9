import { useParams, useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import { PageHeading } from '../../ui/page.tsx'
import { MemoryExplorer } from './memory-explorer.tsx'
import type { MemorySearch, Within } from './memory-search.ts'
import { texts } from './texts.ts'

/** All memory that the user can view. */
export function MemoryPage() {
  const search = useSearch({ from: '/shell/memory' })
  const { title, text } = texts.memoryPage
  return (
    <>
      <title>{`${title} · Baton`}</title>
      <Explorer search={search} within={{}}>
        <PageHeading title={title} text={text} />
      </Explorer>
    </>
  )
}

/** The memory of one project. */
export function ProjectMemoryPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/memory' })
  const search = useSearch({ from: '/shell/projects/$slug/memory' })
  return <Explorer search={search} within={{ project: slug }} />
}

/** The memory of one agent. */
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
  return <MemoryExplorer {...props} change={useChangeSearch<MemorySearch>()} />
}
