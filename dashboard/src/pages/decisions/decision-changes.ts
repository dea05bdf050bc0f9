import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { read } from '../../read.ts'
import { showToast } from '../../ui/toasts.ts'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

/** Adds a comment and shows it before the server confirms it. */
export function useDiscuss({ key }: DecisionDetails) {
  const me = useQuery(meQuery).data?.user
  return useChange({
    kinds: ['decision'],
    show: (cache, body: string) => {
      const createdBy = { kind: 'user' as const, id: me?.id ?? null, name: me?.name ?? '', onBehalfOf: null }
      const remark = { id: `draft ${Date.now()}`, body, createdBy, createdAt: new Date().toISOString() }
      cache.setQueryData(
        read('decisions.get', { decision: key }).queryKey,
        (decision) => decision && { ...decision, discussion: [...decision.discussion, remark] },
      )
    },
    send: (body) => call('decisions.discuss', { decision: key, body }),
  })
}

export function useReopenDecision({ key }: DecisionDetails) {
  return useChange({
    kinds: ['decision'],
    send: () => call('decisions.resolve', { decision: key, status: 'proposed' }),
    done: () => showToast({ text: texts.changes.reopened(key) }),
  })
}
