import type { App } from '../../../operations/context.ts'

const running = new WeakMap<App, Set<Promise<unknown>>>()

/** Remembers an answer until it is stored, so that a stopping server waits for it. */
export function trackAnswer<Result>(app: App, answer: Promise<Result>): Promise<Result> {
  const answers = running.get(app) ?? new Set()
  running.set(app, answers)
  answers.add(answer)
  const forget = () => void answers.delete(answer)
  answer.then(forget, forget)
  return answer
}

/** Resolves when every answer of this node is stored. `app.stopping` ends them. */
export async function settleAnswers(app: App): Promise<void> {
  const answers = running.get(app)
  if (answers) await Promise.allSettled(answers)
}
