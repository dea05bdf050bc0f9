import { useChange } from '../../change.ts'
import { showToast } from '../../ui/toasts.ts'
import type { RevisedKind } from './document-kinds.ts'
import { texts } from './texts.ts'

export interface Restoration {
  kind: RevisedKind
  /** The key of the document in messages, for kinds that have one. */
  documentKey?: string
  /** Saves an earlier revision as a new one, so that the revisions in between stay available. */
  send: (revision: number, reason: string) => Promise<{ revision: number }>
}

export function useRestoreRevision({ kind, documentKey, send }: Restoration) {
  const { reason, restored } = texts.restoreRevision
  return useChange({
    kinds: [kind],
    send: (revision: number) => send(revision, reason(revision)),
    done: ({ revision }, from) => showToast({ text: restored(from, revision, documentKey) }),
  })
}
