import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PlusIcon, SearchIcon, TrashIcon } from '../../ui/icons.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { ClearDialog } from './clear-dialog.tsx'
import { MemoryChips, MemoryFilters } from './memory-filters.tsx'
import { MemoryPanel } from './memory-panel.tsx'
import { MemoryRow } from './memory-row.tsx'
import { type MemorySearch, type Within, filterOf } from './memory-search.ts'
import { type MemoryFilter, foundMemoriesQuery, memoriesQuery } from './queries.ts'
import { StoreDialog } from './store-dialog.tsx'
import { texts } from './texts.ts'

export interface MemoryExplorerProps {
  search: MemorySearch
  within: Within
  change: (change: MemorySearch, replace?: boolean) => void
  /** The heading above the search field. */
  children?: ReactNode
}

/** Searches memory, or lists the newest entries, with the selected entry beside the list. */
export function MemoryExplorer({ search, within, change, children }: MemoryExplorerProps) {
  const { explorer } = texts
  const [dialog, setDialog] = useState<'store' | 'clear' | null>(null)
  const question = useDebounced(search.q?.trim() ?? '', 250)
  const filter = filterOf(search, within)
  const shown = { opened: search.entry, onOpen: (entry: string) => change({ entry }, false) }
  const store = (
    <Button kind="primary" onClick={() => setDialog('store')}>
      <PlusIcon /> {explorer.add}
    </Button>
  )
  return (
    <div className="lg:flex lg:h-full">
      <div className="min-w-0 grow px-4 py-6 md:px-8 lg:overflow-y-auto">
        <div className="mx-auto max-w-3xl">
          <div className="mb-5 flex flex-wrap items-start gap-3">
            <div className="min-w-0 grow basis-72">{children}</div>
            <span className="flex items-center gap-1">
              {store}
              <RowMenu label={explorer.actions}>
                <MenuItem danger icon={<TrashIcon />} onSelect={() => setDialog('clear')}>
                  {explorer.clear}
                </MenuItem>
              </RowMenu>
            </span>
          </div>
          <div className="mb-2 flex items-center gap-2">
            <SearchField value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
            <MemoryFilters search={search} within={within} change={change} />
          </div>
          <MemoryChips search={search} change={change} />
          <div className="mt-3">
            {question ? (
              <SearchResults question={question} filter={filter} {...shown} />
            ) : (
              <PagedList
                query={memoriesQuery(filter)}
                noun={explorer.noun}
                empty={<NoEntries filtered={hasFilters(search)}>{store}</NoEntries>}
              >
                {(memories) => (
                  <List label={explorer.label}>
                    {memories.map((memory) => (
                      <MemoryRow key={memory.id} memory={memory} {...shown} />
                    ))}
                  </List>
                )}
              </PagedList>
            )}
          </div>
        </div>
      </div>
      {search.entry && (
        <aside className="shrink-0 lg:h-full lg:w-110 lg:overflow-y-auto lg:border-l">
          <MemoryPanel
            key={search.entry}
            id={search.entry}
            onOpen={(entry) => change({ entry }, false)}
            onClose={() => change({ entry: undefined }, false)}
          />
        </aside>
      )}
      {dialog === 'store' && (
        <StoreDialog
          within={within}
          onClose={() => setDialog(null)}
          onStored={(entry) => change({ entry }, false)}
        />
      )}
      {dialog === 'clear' && <ClearDialog within={within} onClose={() => setDialog(null)} />}
    </div>
  )
}

function hasFilters({ entry: _, ...search }: MemorySearch): boolean {
  return Object.values(search).some((value) => value !== undefined)
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className="relative min-w-0 grow">
      <span className="sr-only">{texts.explorer.search}</span>
      <span aria-hidden className="absolute inset-y-0 left-2.5 flex items-center text-muted">
        <SearchIcon />
      </span>
      <input
        type="search"
        value={value}
        maxLength={400}
        placeholder={texts.explorer.search}
        onChange={({ target }) => onChange(target.value)}
        className="control h-8 pl-8"
      />
    </label>
  )
}

interface SearchResultsProps {
  question: string
  filter: MemoryFilter
  opened: string | undefined
  onOpen: (entry: string) => void
}

function SearchResults({ question, filter, ...shown }: SearchResultsProps) {
  const found = useQuery(foundMemoriesQuery(question, filter))
  if (found.isPending) return <Loading noun={texts.explorer.loadingResults} />
  if (!found.data) return <LoadError error={found.error} onRetry={() => void found.refetch()} />
  const { items, leftOut } = found.data
  if (items.length === 0) return <Empty {...texts.explorer.noResults} />
  return (
    <>
      <List label={texts.explorer.results}>
        {items.map(
          ({ memory, ...found }) =>
            memory && <MemoryRow key={memory.id} memory={memory} found={found} {...shown} />,
        )}
      </List>
      {leftOut && (
        <p className="mt-2 text-[13px] text-muted">{texts.explorer.omitted(leftOut.count, leftOut.reason)}</p>
      )}
    </>
  )
}

function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y rounded-lg border bg-surface">
      {children}
    </ul>
  )
}

function NoEntries({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  const { empty, noMatches } = texts.explorer
  if (filtered) return <Empty {...noMatches} />
  return <Empty {...empty}>{children}</Empty>
}
