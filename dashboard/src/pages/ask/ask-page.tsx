import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChangeSearch } from '../../change-search.ts'
import { useRead } from '../../read.ts'
import { buttonClass, buttonKinds } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { headingClass } from '../../ui/page.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { NewConversation } from './new-conversation.tsx'
import type { AskSearch } from './queries.ts'
import { SessionList } from './session-list.tsx'
import { texts } from './texts.ts'

/** The start of a conversation beside the list of all conversations. */
export function AskPage() {
  const search = useSearch({ from: '/shell/ask' })
  const open = useOpen(search)
  return (
    <Frame search={search} heading={<h1 className={headingClass}>{texts.page.title}</h1>} isStart>
      <title>{`${texts.page.title} · Baton`}</title>
      <NewConversation opened={{}} onStarted={open} />
    </Frame>
  )
}

/** A conversation beside the list. Phones show the conversation alone. */
export function ConversationPage() {
  const { aiSession: id } = useParams({ from: '/shell/ask/$aiSession' })
  const search = useSearch({ from: '/shell/ask/$aiSession' })
  const open = useOpen(search)
  const navigate = useNavigate()
  return (
    <Frame search={search} heading={<p className={headingClass}>{texts.page.title}</p>}>
      <Loaded
        query={useRead('aiSessions.get', { aiSession: id })}
        noun={texts.page.noun}
        errorLink={<TextLink to="/ask">{texts.page.all}</TextLink>}
      >
        {(session) => (
          <>
            <title>{`${session.title} · Baton`}</title>
            <ConversationHeader
              session={session}
              search={search}
              onDeleted={() => void navigate({ to: '/ask', search })}
            />
            <Conversation key={session.id} session={session} focused onCopied={open} />
          </>
        )}
      </Loaded>
    </Frame>
  )
}

function useOpen(search: AskSearch) {
  const navigate = useNavigate()
  return (aiSession: string) => void navigate({ to: '/ask/$aiSession', params: { aiSession }, search })
}

interface FrameProps {
  search: AskSearch
  heading: ReactNode
  /** Whether phones show the list too, below the content. */
  isStart?: boolean
  children: ReactNode
}

function Frame({ search, heading, isStart = false, children }: FrameProps) {
  const change = useChangeSearch<AskSearch>()
  const beside = isStart ? '' : 'hidden lg:block'
  return (
    <div className="h-full overflow-y-auto lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:grid-rows-[auto_minmax(0,1fr)] lg:overflow-hidden">
      <div className={`px-4 pt-5 pb-3 md:px-5 lg:border-r ${beside}`}>
        <div className="flex min-h-8 items-center gap-2">
          <div className="mr-auto">{heading}</div>
          {!isStart && (
            <Link to="/ask" search={search} className={`${buttonClass} ${buttonKinds.plain}`}>
              <PlusIcon /> {texts.page.new}
            </Link>
          )}
        </div>
      </div>
      <div
        className={`flex min-h-0 min-w-0 flex-col lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:h-full ${isStart ? '' : 'h-full'}`}
      >
        {children}
      </div>
      <div
        className={`border-t px-4 pt-5 pb-8 md:px-5 lg:overflow-y-auto lg:border-t-0 lg:border-r lg:pt-0 ${beside}`}
      >
        <SessionList search={search} onSearch={change} />
      </div>
    </div>
  )
}
