import { useQuery } from '@tanstack/react-query'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Rows } from '../../ui/section.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { Loaded } from '../../ui/loaded.tsx'
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
      <div className="min-w-0 grow px-4 py-5 md:px-5 lg:overflow-y-auto">
        <div className="max-w-3xl">
          {children}
          <div className="mb-2 flex flex-wrap items-center gap-2">
            <SearchField
              label={explorer.search}
              value={search.q ?? ''}
              maxLength={400}
              className="min-w-0 basis-48"
              onChange={(q) => change({ q: q || undefined })}
            />
            <MemoryFilters search={search} within={within} change={change} />
            {/* Kept together, so that the menu never wraps to a line of its own. */}
            <span className="flex items-center gap-2">
              {store}
              <RowMenu label={explorer.actions}>
                <MenuItem danger icon={<Trash2Icon />} onSelect={() => setDialog('clear')}>
                  {explorer.clear}
                </MenuItem>
              </RowMenu>
            </span>
          </div>
          <MemoryChips search={search} change={change} />
          <div className="mt-3">
            {question ? (
              <SearchResults question={question} filter={filter} {...shown} />
            ) : (
              <FilteredList
                texts={explorer}
                query={memoriesQuery(filter)}
                filter={{ ...search, entry: undefined }}
                emptyActions={store}
              >
                {(memories) => (
                  <Rows label={explorer.label}>
                    {memories.map((memory) => (
                      <MemoryRow key={memory.id} memory={memory} {...shown} />
                    ))}
                  </Rows>
                )}
              </FilteredList>
            )}
          </div>
        </div>
      </div>
      {search.entry && (
        <div className="shrink-0 lg:h-full lg:w-110 lg:overflow-y-auto lg:border-l">
          <MemoryPanel
            key={search.entry}
            id={search.entry}
            onOpen={(entry) => change({ entry }, false)}
            onClose={() => change({ entry: undefined }, false)}
          />
        </div>
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

interface SearchResultsProps {
  question: string
  filter: MemoryFilter
  opened: string | undefined
  onOpen: (entry: string) => void
}

function SearchResults({ question, filter, ...shown }: SearchResultsProps) {
  const found = useQuery(foundMemoriesQuery(question, filter))
  return (
    <Loaded query={found} noun={texts.explorer.loadingResults}>
      {({ items, leftOut }) =>
        items.length === 0 ? (
          <Empty {...texts.explorer.noResults} />
        ) : (
          <>
            <Rows label={texts.explorer.results}>
              {items.map(
                ({ memory, ...match }) =>
                  memory && <MemoryRow key={memory.id} memory={memory} found={match} {...shown} />,
              )}
            </Rows>
            {leftOut && (
              <p className="mt-2 text-[13px] text-muted">
                {texts.explorer.omitted(leftOut.count, leftOut.reason)}
              </p>
            )}
          </>
        )
      }
    </Loaded>
  )
}
