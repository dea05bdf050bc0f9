import { useCancelErasure } from '../pages/settings/cancel-erasure.ts'
import { Button } from '../ui/button.tsx'
import { Day } from '../ui/time.tsx'
import { texts } from './texts.ts'

/** Reminds the user on every page that their account is scheduled for erasure. */
export function ErasureBanner({ eraseAt }: { eraseAt: string }) {
  const keep = useCancelErasure()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 bg-danger-soft px-3 py-1.5 text-danger md:px-5"
    >
      <span className="grow">
        {texts.erasureBanner.text} <Day at={eraseAt} />.
      </span>
      <Button busy={keep.isPending} onClick={() => keep.mutate()}>
        {texts.erasureBanner.keep}
      </Button>
    </div>
  )
}
