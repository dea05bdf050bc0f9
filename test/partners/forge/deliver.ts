import { createHmac, randomUUID } from 'node:crypto'
import { repoJson } from './shapes.ts'
import type { State, StoredRepo } from './state.ts'

/** A webhook request that the code host sent. */
export interface Delivery {
  url: string
  event: string
  headers: Record<string, string>
  body: string
  /** 0 without a response. */
  status: number
}

/** Sends an event to the hooks of the repository that subscribe to it, with GitHub's headers and signature. */
export function deliver(
  state: State,
  repo: StoredRepo,
  event: string,
  payload: object = {},
): Promise<Response[]> {
  const body = JSON.stringify({ ...payload, repository: repoJson(state, repo, undefined) })
  const hooks = repo.hooks.filter(
    ({ events }) => event === 'ping' || events.includes(event) || events.includes('*'),
  )
  const sent = Promise.all(
    hooks.map(async ({ url, secret }) => {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/forge',
        'x-github-event': event,
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': signatureOf(body, secret),
      }
      // Gitea sends the headers of GitHub too.
      if (state.kind === 'gitea')
        Object.assign(headers, {
          'x-gitea-event': event,
          'x-gitea-delivery': headers['x-github-delivery'],
          'x-gitea-signature': headers['x-hub-signature-256'].replace('sha256=', ''),
        })
      const delivery: Delivery = { url, event, headers, body, status: 0 }
      repo.deliveries.push(delivery)
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' }).catch(
        () => undefined,
      )
      delivery.status = response?.status ?? 0
      return response ?? Response.error()
    }),
  )
  state.pending.add(sent)
  void sent.finally(() => state.pending.delete(sent))
  return sent
}

export const signatureOf = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Resolves when no delivery is under way. */
export async function allDelivered({ pending }: State): Promise<void> {
  while (pending.size) await Promise.all(pending)
}
