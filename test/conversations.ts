import type { FinishedAnswer } from '../server/domains/ai/ai-sessions/store-messages.ts'
import { finishAnswer, startAnswer } from '../server/domains/ai/ai-sessions/store-messages.ts'
import type { Passage } from '../server/domains/ai/answers/passage.ts'
import { authenticateForHttp } from '../server/domains/auth/credentials/authenticate.ts'
import { type InOrganization, requireOrganization } from '../server/operations/access.ts'
import { type Context, noCookies } from '../server/operations/context.ts'
import type { Person, TestServer } from './harness.ts'

const request = { id: 'asked', network: '203.0.113.7', userAgent: 'test', cookies: noCookies }

/** Returns the context in which an operation of this person runs, without a transaction. */
export async function contextOf({ app }: TestServer, { token }: Person): Promise<Context & InOrganization> {
  const caller = await authenticateForHttp(app, token, undefined, () => request)
  const record = () => {
    throw new Error('Only a transaction records.')
  }
  return {
    ...requireOrganization(caller, false, 'guest'),
    app,
    request,
    db: app.database,
    record,
    recorded: record,
    readLast: record,
    afterCommit: (callback) => callback(),
  }
}

/** An answer without a model. */
export const plainAnswer: FinishedAnswer = {
  text: 'It does [1].',
  passages: [],
  steps: [],
  outcome: 'complete',
  note: null,
  model: 'openai:test',
  usage: { input: 10, output: 5 },
  proposals: [],
}

/** Stores a question of this person and its answer, as the engine does. */
export async function storeAnswer(
  server: TestServer,
  person: Person,
  session: string,
  question: string,
  answer: Partial<FinishedAnswer> = {},
) {
  const ctx = await contextOf(server, person)
  const { lease } = await startAnswer(server.app, ctx, { id: session }, question)
  return (await finishAnswer(server.app, ctx, lease, { ...plainAnswer, ...answer }))!
}

/** Returns a passage of an item. */
export function passageOf(kind: Passage['kind'], id: string, number = 1): Passage {
  const code =
    kind === 'code'
      ? { repo: 'web', path: 'a.ts', startLine: 1, endLine: 2, commit: 'c0ffee', url: null }
      : null
  return { number, kind, id, key: null, title: 'Source', text: 'Text', url: '/', similarity: 0.5, code }
}
