import { useMutation } from '@tanstack/react-query'
import { type InputOf, call } from '../../client.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { refreshKinds } from '../../write.ts'
import type { Conflict } from './queries.ts'
import { texts } from './texts.ts'

export type Resolution = Omit<InputOf<'conflicts.resolve'>, 'conflict'>

/** Resolves a conflict, then refetches the reads that show it or its item. */
export async function resolve({ id, kind }: Conflict, resolution: Resolution): Promise<void> {
  try {
    await call('conflicts.resolve', { conflict: id, ...resolution })
    showToast({ text: texts.done })
  } finally {
    // Also after a failure: someone else can have resolved it.
    await refreshKinds('conflict', kind)
  }
}

export function useResolve(conflict: Conflict) {
  return useMutation({
    mutationFn: (resolution: Resolution) => resolve(conflict, resolution),
    onError: showProblem,
  })
}
