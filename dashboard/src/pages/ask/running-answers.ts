import { callStreamed } from '../../call-streamed.ts'
import { call } from '../../client.ts'
import type { ServerSentEvent } from '../../fetch-with-events.ts'
import { session } from '../../session.ts'
import { createStore, useStore } from '../../ui/store.ts'
import { showError } from '../../ui/toasts.ts'
import { refreshKinds, write } from '../../write.ts'
import { forgetDrafts, setDraft } from './drafts.ts'
import { type Scope, type ShownAnswer, emptyAnswer } from './shapes.ts'
import { collectAnswer } from './stream-answer.ts'
import { texts } from './texts.ts'

/*
 * The answers that this window is receiving. They belong to no component, because a closed connection stops an answer:
 * the user can navigate, or close the panel, while it is being written.
 */

export interface RunningAnswer {
  /** Undefined for a retry, which answers the last stored question. */
  question: string | undefined
  answer: ShownAnswer
  /** The number of the last message before the answer and its question. */
  after: number
}

const running = createStore<Readonly<Record<string, RunningAnswer>>>({})
const controllers = new Map<string, AbortController>()

export function useRunningAnswer(aiSession: string): RunningAnswer | undefined {
  return useStore(running, (all) => all[aiSession])
}

/** Asks a question in a conversation. `after` is the number of its last message. */
export function ask(aiSession: string, question: string, after: number): void {
  const input = { aiSession, question }
  void run(aiSession, { question, after, answer: emptyAnswer }, (options) =>
    callStreamed('aiSessions.ask', input, options),
  )
}

/** Replaces the last answer. `after` is the number of its question. */
export function retry(aiSession: string, after: number): void {
  void run(aiSession, { question: undefined, after, answer: emptyAnswer }, (options) =>
    callStreamed('aiSessions.retry', { aiSession }, options),
  )
}

/** Starts a conversation with its first question. Returns its id. */
export async function startConversation({ project, repo }: Scope, question: string): Promise<string> {
  const { id } = await write('aiSessions.create', repo ? { repo } : project ? { project } : {})
  ask(id, question, 0)
  return id
}

/** Stops an answer. The server keeps the text so far. */
export function stopAnswer(aiSession: string): void {
  controllers.get(aiSession)?.abort()
}

// A conversation belongs to one organization and one account.
session.subscribe(() => {
  for (const controller of controllers.values()) controller.abort()
  forgetDrafts()
})

interface StreamOptions {
  signal: AbortSignal
  last: 'done'
  onEvent: (event: ServerSentEvent) => void
}

async function run(
  aiSession: string,
  start: RunningAnswer,
  send: (options: StreamOptions) => Promise<unknown>,
): Promise<void> {
  if (controllers.has(aiSession)) return
  const controller = new AbortController()
  const { signal } = controller
  controllers.set(aiSession, controller)
  const show = (answer: ShownAnswer) => update(aiSession, { ...start, answer })
  const collected = collectAnswer(show)
  let hasStarted = false
  const onEvent = (event: ServerSentEvent) => {
    hasStarted = true
    collected.onEvent(event)
  }
  show(start.answer)
  try {
    await send({ signal, last: 'done', onEvent })
    collected.end()
  } catch (error) {
    show({ ...collected.end(), outcome: 'stopped' })
    // Without an event the server has rejected the question, so the user gets it back.
    if (!hasStarted && !signal.aborted) {
      if (start.question !== undefined) setDraft(aiSession, start.question)
      showError(error as Error, texts.conversation.askFailed)
    } else await stored(aiSession)
  } finally {
    controllers.delete(aiSession)
    await refreshKinds('ai_session').catch(() => {})
    update(aiSession, undefined)
  }
}

function update(aiSession: string, answer: RunningAnswer | undefined): void {
  const { [aiSession]: _, ...others } = running.get()
  running.set(answer ? { ...others, [aiSession]: answer } : others)
}

const pollIntervalMs = 300
const maxPolls = 20

/** Waits until the server has stored an answer whose connection was closed. */
async function stored(aiSession: string): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll++) {
    const session = await call('aiSessions.get', { aiSession }).catch(() => undefined)
    // A conversation that can't be read, for example after a sign-out, is not shown either.
    if (!session?.answering) return
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}
