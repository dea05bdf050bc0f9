import { Link, useParams } from '@tanstack/react-router'
import { Maximize2Icon, PlusIcon, XIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useRead } from '../../read.ts'
import { IconButton } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Conversation } from './conversation.tsx'
import { NewConversation } from './new-conversation.tsx'
import { askPanel, closeAsk, startAsk } from './open-ask.ts'
import { useStore } from '../../ui/store.ts'
import { texts } from './texts.ts'

/** A conversation beside the page. On phones it covers the page. */
export function AskPanel() {
  const panel = useRef<HTMLElement>(null)
  const { aiSession, scope } = useStore(askPanel)
  const { slug, repo } = useParams({ strict: false })
  useReturnFocus()

  function onKeyDown(event: KeyboardEvent): void {
    // Menus and dialogs of the panel are elsewhere in the document, and handle Escape themselves.
    if (event.key === 'Escape' && panel.current?.contains(event.target as Element)) closeAsk()
  }

  const show = (id: string) => askPanel.set({ ...askPanel.get(), aiSession: id })
  return (
    <aside
      ref={panel}
      aria-label={texts.panel.label}
      onKeyDown={onKeyDown}
      className="fixed inset-0 z-30 flex shrink-0 flex-col bg-surface sm:left-auto sm:w-96 sm:border-l sm:shadow-lg xl:static xl:shadow-none"
    >
      <div className="flex h-12 shrink-0 items-center gap-1 border-b pr-2.5 pl-4 md:pl-5">
        <h2 className="mr-auto min-w-0 truncate font-medium">{texts.panel.title}</h2>
        {aiSession && (
          <>
            <IconButton label={texts.panel.new} onClick={() => startAsk()}>
              <PlusIcon />
            </IconButton>
            <Link
              to="/ask/$aiSession"
              params={{ aiSession }}
              aria-label={texts.panel.expand}
              title={texts.panel.expand}
              className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
            >
              <Maximize2Icon />
            </Link>
          </>
        )}
        <IconButton label={texts.panel.close} onClick={closeAsk}>
          <XIcon />
        </IconButton>
      </div>
      {aiSession ? (
        <PanelConversation key={aiSession} id={aiSession} onCopied={show} />
      ) : (
        <NewConversation opened={scope ?? { project: slug, repo }} onStarted={show} />
      )}
    </aside>
  )
}

function PanelConversation({ id, onCopied }: { id: string; onCopied: (id: string) => void }) {
  return (
    <Loaded query={useRead('aiSessions.get', { aiSession: id })} noun={texts.page.noun}>
      {(session) => <Conversation session={session} focused onCopied={onCopied} />}
    </Loaded>
  )
}

/** Returns the focus to the element that opened the panel. */
function useReturnFocus(): void {
  // Read before the field of the panel takes the focus.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    },
    [before],
  )
}
