import { useCancelErasure } from '../pages/settings/cancel-erasure.ts'
import { Button } from '../ui/button.tsx'
import { Day } from '../ui/time.tsx'

/** An account that goes away does so under the eyes of its owner, on whatever page they are. */
export function ErasureBanner({ eraseAt }: { eraseAt: string }) {
  const keep = useCancelErasure()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 bg-danger-soft px-3 py-1.5 text-danger md:px-5"
    >
      <span className="grow">
        Your account will be erased on <Day at={eraseAt} />.
      </span>
      <Button busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep my account
      </Button>
    </div>
  )
}
