import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PencilIcon, Trash2Icon, XIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isNotFound } from '../../client.ts'
import { read } from '../../read.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
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
  const remove = useDeleteMemory()
  const panel = useRef<HTMLElement>(null)
  const [mode, setMode] = useState<'edit' | 'supersede' | null>(null)
  useEffect(() => panel.current?.focus(), [])
  const memory = isNotFound(query.error) ? undefined : query.data

  function close(): void {
    onClose()
    document.querySelector<HTMLElement>(`[data-memory="${CSS.escape(id)}"] button`)?.focus()
  }

  let content: ReactNode
  if (memory)
    content = (
      <div className="flex flex-col gap-4 px-5 py-4">
        {mode === 'edit' ? (
          <EditMemory memory={memory} onClose={() => setMode(null)} />
        ) : (
          <p className="text-[15px] whitespace-pre-wrap wrap-anywhere">{memory.content}</p>
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
    )
  else if (query.error) content = <LoadError error={query.error} onRetry={() => void query.refetch()} />
  else content = <Loading noun={texts.panel.loading} />

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={texts.panel.label}
      onKeyDown={(event) => event.key === 'Escape' && !mode && close()}
      className="fixed inset-0 z-30 flex flex-col overflow-y-auto bg-surface outline-none lg:static lg:h-full"
    >
      <div className="sticky top-0 z-10 flex h-11 shrink-0 items-center gap-1 border-b bg-surface pr-2.5 pl-5">
        <h2 className="mr-auto font-medium">{texts.panel.title}</h2>
        {memory?.may.delete && (
          <IconButton
            label={texts.panel.delete}
            onClick={() => {
              close()
              remove.mutate(memory)
            }}
          >
            <Trash2Icon />
          </IconButton>
        )}
        <IconButton label={texts.panel.close} onClick={close}>
          <XIcon />
        </IconButton>
      </div>
      {content}
    </section>
  )
}
