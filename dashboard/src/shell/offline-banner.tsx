import { connected } from '../live/use-live.ts'
import { useStore } from '../ui/store.ts'
import { texts } from './texts.ts'

export function OfflineBanner() {
  if (useStore(connected)) return null
  return (
    <p role="status" className="bg-danger-soft px-5 py-1.5 text-danger">
      {texts.offlineBanner}
    </p>
  )
}
