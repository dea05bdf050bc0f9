import { Button } from '../button.tsx'
import { Time } from '../time.tsx'
import type { Draft } from './drafts.ts'
import { texts } from './texts.ts'

interface DraftOfferProps {
  draft: Draft
  onRestore: () => void
  onDiscard: () => void
}

/** Offers the text of an earlier visit that was not saved. */
export function DraftOffer({ draft, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft p-2 pl-3 text-[13px]"
    >
      <span className="grow">
        {texts.draft.found} <Time at={draft.at} />.
      </span>
      <Button onClick={onRestore}>{texts.draft.restore}</Button>
      <Button onClick={onDiscard}>{texts.draft.discard}</Button>
    </div>
  )
}
