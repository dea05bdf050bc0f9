import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { showProfile } from './own-profile.tsx'
import { texts } from './texts.ts'

export function useCancelErasure() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('accounts.keep', {}),
    onSuccess: (profile) => {
      showProfile(cache, profile)
      showToast({ text: texts.deleteSection.kept })
    },
    onError: showProblem,
  })
}
