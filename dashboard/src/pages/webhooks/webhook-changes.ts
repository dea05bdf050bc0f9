import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { type Webhook, webhooksQuery } from './queries.ts'
import { texts } from './texts.ts'

const { webhookChanges } = texts
const keys = [webhooksQuery.queryKey]

export function usePauseWebhook() {
  return useChange({
    keys,
    show: (cache, { id, active }: Webhook) =>
      cache.setQueryData(webhooksQuery.queryKey, (all) =>
        all?.map((each) => (each.id === id ? { ...each, active: !active, disabledReason: null } : each)),
      ),
    send: ({ id, active }) => call('webhooks.update', { webhook: id, active: !active }),
    done: ({ name, active }) =>
      showToast({ text: active ? webhookChanges.resumed(name) : webhookChanges.paused(name) }),
  })
}

export function useDeleteWebhook() {
  const navigate = useNavigate()
  return useChange({
    keys,
    show: () => {},
    send: ({ id }: Webhook) => call('webhooks.delete', { webhook: id }),
    done: (_, { name }) => {
      showToast({ text: webhookChanges.deleted(name) })
      void navigate({ to: '/organization/webhooks' })
    },
  })
}

/** Sends a ping (`null`), or an earlier delivery again. */
export function useSendNow(webhook: string) {
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: ['webhook-deliveries', webhook] })
  return useMutation({
    mutationFn: (delivery: string | null) =>
      delivery === null
        ? call('webhooks.ping', { webhook })
        : call('webhooks.redeliver', { webhook, delivery }),
    onError: showProblem,
    onSettled: refresh,
  })
}
