import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { showProfile } from './own-profile.tsx'

export function useCancelErasure() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('accounts.keep', {}),
    onSuccess: (profile) => {
      showProfile(cache, profile)
      showToast({ text: 'Your account stays. Keys and tokens that were revoked stay revoked.' })
    },
    onError: showProblem,
  })
}
