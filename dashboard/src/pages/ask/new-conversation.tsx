import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showError } from '../../ui/toasts.ts'
import { Composer } from './composer.tsx'
import { newDraft, setDraft } from './drafts.ts'
import { startConversation } from './running-answers.ts'
import { ScopeSelect } from './scope-select.tsx'
import type { Scope } from './shapes.ts'
import { texts } from './texts.ts'

interface NewConversationProps {
  /** The project or repository of the open page. */
  opened: Scope
  onStarted: (id: string) => void
}

/** The start of a conversation: its scope, example questions, and the field for the first question. */
export function NewConversation({ opened, onStarted }: NewConversationProps) {
  const { start } = texts
  const [chosen, setChosen] = useState<Scope>()
  // Follows the open page until the user chooses.
  const scope = chosen ?? (opened.repo ? { repo: opened.repo } : { project: opened.project })
  const begin = useMutation({
    mutationFn: (question: string) => startConversation(scope, question),
    onSuccess: onStarted,
    onError: (error, question) => {
      setDraft(newDraft, question)
      showError(error, texts.conversation.askFailed)
    },
  })
  const examples = start.questions[scope.repo ? 'repo' : scope.project ? 'project' : 'organization']
  return (
    <>
      <div className="flex min-h-0 grow flex-col overflow-y-auto">
        <div className="m-auto flex w-full max-w-md flex-col gap-3 px-5 py-8">
          <h2 className="text-lg font-semibold text-balance">{start.title}</h2>
          <p className="text-muted">{start.text}</p>
          <ScopeSelect scope={scope} repo={opened.repo} onChange={setChosen} />
          <ul aria-label={start.examples} className="mt-2 flex flex-col items-start gap-1.5">
            {examples.map((question) => (
              <li key={question}>
                <button
                  type="button"
                  disabled={begin.isPending}
                  onClick={() => begin.mutate(question)}
                  className="rounded-md border bg-surface px-3 py-1.5 text-left hover:border-strong-line hover:bg-hover"
                >
                  {question}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Composer
        draft={newDraft}
        focused
        busy={begin.isPending}
        onAsk={(question) => begin.mutate(question)}
        onStop={undefined}
      />
    </>
  )
}
