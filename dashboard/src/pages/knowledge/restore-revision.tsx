import { Button } from '../../ui/button.tsx'

/** Makes an earlier revision the newest again. */
export function RestoreRevision({ revision, restore }: { revision: number; restore: Restoring }) {
  return (
    <Button
      aria-label={`Bring revision ${revision} back`}
      busy={restore.isPending && restore.variables === revision}
      onClick={() => restore.mutate(revision)}
    >
      Bring back
    </Button>
  )
}

interface Restoring {
  isPending: boolean
  /** The revision that is being brought back. */
  variables: number | undefined
  mutate(revision: number): void
}
