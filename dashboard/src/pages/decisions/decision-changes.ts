import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { decisionKeys } from '../../live/refresh-changed.ts'
import { meQuery } from '../../queries.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { type DecisionDetails, decisionQuery } from './queries.ts'
import { texts } from './texts.ts'

/** Adds a comment and shows it before the server confirms it. */
export function useDiscuss({ key }: DecisionDetails) {
  const me = useQuery(meQuery).data?.user
  return useChange({
    keys: decisionKeys,
    show: (cache, body: string) => {
      const createdBy = { kind: 'user' as const, id: me?.id ?? null, name: me?.name ?? '', onBehalfOf: null }
      const remark = { id: `draft ${Date.now()}`, body, createdBy, createdAt: new Date().toISOString() }
      cache.setQueryData(
        decisionQuery(key).queryKey,
        (decision) => decision && { ...decision, discussion: [...decision.discussion, remark] },
      )
    },
    send: (body) => call('decisions.discuss', { decision: key, body }),
  })
}

export function useReopenDecision({ key }: DecisionDetails) {
  return useChange({
    keys: decisionKeys,
    show: () => {},
    send: () => call('decisions.resolve', { decision: key, status: 'proposed' }),
    done: () => showToast({ text: texts.changes.reopened(key) }),
  })
}

export function useDeleteDecision({ id, key }: DecisionDetails) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => Promise.all(decisionKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
  const restore = async () => {
    await call('trash.restore', { kind: 'decision', item: id })
    showToast({ text: texts.changes.restored(key) })
    await refresh()
  }
  return async () => {
    await call('decisions.delete', { decision: key })
    showToast({ text: texts.changes.deleted(key), undo: () => void restore().catch(showProblem) })
    await navigate({ to: '/decisions' })
    cache.removeQueries({ queryKey: ['decision', key] })
    await refresh()
  }
}
