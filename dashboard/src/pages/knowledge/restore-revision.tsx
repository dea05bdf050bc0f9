import { Button } from '../../ui/button.tsx'
import { texts } from './texts.ts'

/** Saves an earlier revision as the latest one. */
export function RestoreRevision({ revision, restore }: { revision: number; restore: RestoreMutation }) {
  return (
    <Button
      aria-label={texts.restoreRevision.label(revision)}
      busy={restore.isPending && restore.variables === revision}
      onClick={() => restore.mutate(revision)}
    >
      {texts.restoreRevision.action}
    </Button>
  )
}

interface RestoreMutation {
  isPending: boolean
  /** The revision that is being restored. */
  variables: number | undefined
  mutate(revision: number): void
}
