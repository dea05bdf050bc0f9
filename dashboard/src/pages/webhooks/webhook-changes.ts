import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { readAll } from '../../read.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { refreshKinds } from '../../write.ts'
import type { Webhook } from './queries.ts'
import { texts } from './texts.ts'

const { webhookChanges } = texts

export function usePauseWebhook() {
  return useChange({
    kinds: ['webhook'],
    show: (cache, { id, active }: Webhook) =>
      cache.setQueryData(readAll('webhooks.list', {}).queryKey, (all) =>
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
    kinds: ['webhook'],
    send: ({ id }: Webhook) => call('webhooks.delete', { webhook: id }),
    done: (_, { name }) => {
      showToast({ text: webhookChanges.deleted(name) })
      void navigate({ to: '/organization/webhooks' })
    },
  })
}

/** Sends a ping (`null`), or an earlier delivery again. */
export function useSendNow(webhook: string) {
  return useMutation({
    mutationFn: (delivery: string | null) =>
      delivery === null
        ? call('webhooks.ping', { webhook })
        : call('webhooks.redeliver', { webhook, delivery }),
    onError: showProblem,
    onSettled: () => refreshKinds('webhook'),
  })
}
