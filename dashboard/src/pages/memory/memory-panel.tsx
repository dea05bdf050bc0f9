import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { read } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { ItemConflicts } from '../conflicts/item-conflicts.tsx'
import { EditMemory } from './edit-memory.tsx'
import { useDeleteMemory } from './memory-changes.ts'
import { MemoryFacts } from './memory-facts.tsx'
import { MemoryBadges } from './memory-row.tsx'
import { Chain, Similar } from './related-memories.tsx'
import { listedMemory } from './queries.ts'
import { StoreDialog } from './store-dialog.tsx'
import { texts } from './texts.ts'

interface MemoryPanelProps {
  id: string
  onOpen: (id: string) => void
  onClose: () => void
}

/** The selected entry, beside the list or on a small screen over it. */
export function MemoryPanel({ id, onOpen, onClose }: MemoryPanelProps) {
  const cache = useQueryClient()
  const query = useQuery({
    ...read('memories.get', { memory: id }),
    placeholderData: () => listedMemory(cache, id),
  })
  const entry = query.data
  const remove = useDeleteMemory()
  const [mode, setMode] = useState<'edit' | 'supersede' | null>(null)

  function close(): void {
    onClose()
    document.querySelector<HTMLElement>(`[data-memory="${CSS.escape(id)}"] button`)?.focus()
  }

  return (
    <SidePanel
      label={texts.panel.label}
      deleteLabel={texts.panel.delete}
      onDelete={entry?.may.delete ? () => remove.mutate(entry) : undefined}
      closeLabel={texts.panel.close}
      keepsEscape={mode !== null}
      onClose={close}
      header={<h2 className="mr-auto font-medium">{texts.panel.title}</h2>}
    >
      <Loaded query={query} noun={texts.panel.loading}>
        {(memory) => (
          <div className="flex flex-col gap-4 px-5 py-4">
            <ItemConflicts item={memory.id} />
            {mode === 'edit' ? (
              <EditMemory memory={memory} onClose={() => setMode(null)} />
            ) : (
              <Markdown breaks text={memory.content} className="text-[15px]" />
            )}
            <p className="flex flex-wrap gap-1.5">
              <MemoryBadges memory={memory} />
              {memory.tags.map((tag) => (
                <span key={tag} className="text-[13px] text-muted">
                  #{tag}
                </span>
              ))}
            </p>
            {memory.may.edit && mode !== 'edit' && (
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => setMode('edit')}>
                  <PencilIcon /> {texts.panel.edit}
                </Button>
                {!memory.supersededBy && (
                  <Button onClick={() => setMode('supersede')}>{texts.panel.supersede}</Button>
                )}
              </div>
            )}
            <MemoryFacts memory={memory} />
            <Chain memory={memory} onOpen={onOpen} />
            <Similar memory={memory} loading={query.isPlaceholderData} onOpen={onOpen} />
            {mode === 'supersede' && (
              <StoreDialog replaced={memory} within={{}} onClose={() => setMode(null)} onStored={onOpen} />
            )}
          </div>
        )}
      </Loaded>
    </SidePanel>
  )
}
