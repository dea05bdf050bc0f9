import assert from 'node:assert/strict'
import type { Engine, TestServer } from './harness.ts'
import { defaultEngine, startOwnServer } from './harness.ts'
import { type ModelServer, startModels } from './partners/models.ts'

/** An event of a streamed answer. `never` lets a test compare any field with any value. */
export interface AnswerEvent {
  event: string
  data: Record<string, never>
}

/** Starts a scripted model, and a server that answers with it. */
export async function startAnswering(
  engine: Engine = defaultEngine,
  { AI_CHAT = 'openai', ...environment }: Record<string, string> = {},
): Promise<{ models: ModelServer; server: TestServer; stop(): Promise<void> }> {
  const models = await startModels()
  const server = await startOwnServer(engine, {
    AI_CHAT,
    AI_CHAT_URL: models.url + (AI_CHAT === 'openai' ? '/v1' : ''),
    AI_CHAT_MODEL: 'clever',
    AI_CHAT_KEY: 'the key of the model',
    ...environment,
  })
  return {
    models,
    server,
    async stop() {
      await server.stop()
      await models.close()
    },
  }
}

/** Asks for a streamed answer. */
export function postForEvents(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

/** Reads all events of a response. */
export async function eventsIn(response: Response): Promise<AnswerEvent[]> {
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
  const blocks = (await response.text()).trim().split('\n\n')
  return blocks
    .filter((block) => !block.startsWith(':'))
    .map((block) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block)!
      return { event: event!, data: JSON.parse(data!) as AnswerEvent['data'] }
    })
}
