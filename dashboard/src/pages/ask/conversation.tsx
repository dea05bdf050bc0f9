import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showError } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { Composer } from './composer.tsx'
import { AnswerMessage, Question } from './message.tsx'
import { type Decision, Proposals } from './proposals.tsx'
import { type AiSession, messagesQuery } from './queries.ts'
import { type RunningAnswer, ask, retry, stopAnswer, useRunningAnswer } from './running-answers.ts'
import type { AiMessage } from './shapes.ts'
import { texts } from './texts.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

interface ConversationProps {
  session: AiSession
  /** Whether the field for the next question receives the focus. */
  focused: boolean
  /** Opens the copy of a shared conversation. */
  onCopied: (id: string) => void
}

/** The messages of a conversation, and the field for the next question. */
export function Conversation({ session, focused, onCopied }: ConversationProps) {
  const { id, isOwner, answering } = session
  const messages = useQuery(messagesQuery(id))
  const running = useRunningAnswer(id)
  // The field appears with the messages, because a question is sent after the last one.
  return (
    <Loaded query={messages} noun={texts.conversation.noun}>
      {(stored) => (
        <>
          <Messages session={session} messages={stored} running={running} />
          {isOwner ? (
            <Composer
              draft={id}
              focused={focused}
              busy={running !== undefined || answering}
              onAsk={(question) => ask(id, question, stored.at(-1)?.number ?? 0)}
              onStop={running && (() => stopAnswer(id))}
            />
          ) : (
            <CopyNotice session={session} onCopied={onCopied} />
          )}
        </>
      )}
    </Loaded>
  )
}

interface MessagesProps {
  session: AiSession
  messages: AiMessage[]
  running: RunningAnswer | undefined
}

function Messages({ session, messages, running }: MessagesProps) {
  // The stored copy of the answer that is being written, or replaced, arrives before its stream ends.
  const shown = running ? messages.filter(({ number }) => number <= running.after) : messages
  const isAnsweredElsewhere = session.answering && !running
  const end = useStickToEnd(running !== undefined)
  return (
    <div
      ref={end}
      role="log"
      aria-label={texts.conversation.label}
      // Read out when the answer is complete, and not word by word.
      aria-busy={running !== undefined}
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto outline-offset-[-2px]"
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-5 px-4 py-4 md:px-5">
        {shown.map((message) => (
          <Message
            key={message.number}
            message={message}
            session={session}
            isLast={message === shown.at(-1) && !running && !isAnsweredElsewhere}
          />
        ))}
        {running?.question !== undefined && (
          <Question key={running.after + 1} author={session.owner.name} text={running.question} />
        )}
        {running && (
          <AnswerMessage
            key={running.after + (running.question === undefined ? 1 : 2)}
            answer={running.answer}
          >
            <Proposals
              // The ids arrive with the end of the answer. The stored answer, which can be decided on, follows it.
              proposals={running.answer.proposals.map(({ id: _, ...proposal }) => proposal)}
              onDecide={() => {}}
              pending={undefined}
            />
          </AnswerMessage>
        )}
        {isAnsweredElsewhere && (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Spinner /> {texts.conversation.answeringElsewhere}
          </p>
        )}
      </div>
    </div>
  )
}

interface MessageProps {
  message: AiMessage
  session: AiSession
  isLast: boolean
}

function Message({ message, session, isLast }: MessageProps) {
  const { role, text, number, proposals, outcome, createdAt } = message
  const decide = useMutation({
    mutationFn: ({ proposal, decision }: { proposal: string; decision: Decision }) =>
      decision === 'confirm'
        ? write('aiSessions.confirm', { aiSession: session.id, proposal })
        : write('aiSessions.dismiss', { aiSession: session.id, proposal }),
    onError: (error) => showError(error, texts.proposals.failed),
  })
  if (role === 'question') return <Question author={session.owner.name} text={text} />
  const canReplace = session.isOwner && isLast && proposals.every(({ state }) => state !== 'confirmed')
  return (
    <AnswerMessage
      answer={{ ...message, outcome: outcome ?? 'complete' }}
      createdAt={createdAt}
      onRetry={canReplace ? () => retry(session.id, number - 1) : undefined}
    >
      <Proposals
        proposals={proposals}
        pending={decide.isPending ? decide.variables.proposal : undefined}
        onDecide={session.isOwner ? (proposal, decision) => decide.mutate({ proposal, decision }) : undefined}
      />
    </AnswerMessage>
  )
}

function CopyNotice({ session, onCopied }: Pick<ConversationProps, 'session' | 'onCopied'>) {
  const copy = useMutation({
    mutationFn: () => write('aiSessions.create', { from: session.id }),
    onSuccess: ({ id }) => onCopied(id),
    onError: (error) => showError(error, undefined),
  })
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3 md:px-5">
      <p className="grow text-muted">{texts.conversation.shared(session.owner.name)}</p>
      <Button kind="primary" busy={copy.isPending} onClick={() => copy.mutate()}>
        {texts.conversation.copy}
      </Button>
    </div>
  )
}
