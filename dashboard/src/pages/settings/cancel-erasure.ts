import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { showProfile } from './own-profile.tsx'
import { shellTexts } from './shell-texts.ts'

export function useCancelErasure() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('accounts.keep', {}),
    onSuccess: (profile) => {
      showProfile(cache, profile)
      showToast({ text: shellTexts.erasureCancelled })
    },
    onError: showProblem,
  })
}
