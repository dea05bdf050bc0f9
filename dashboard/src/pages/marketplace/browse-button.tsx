import { StoreIcon } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'
import { type MarketplaceKind, useHasMarketplace } from './queries.ts'
import { texts } from './texts.ts'

/** A link to the items of a kind in the marketplace, if this instance has one. */
export function BrowseButton({ kind }: { kind: MarketplaceKind }) {
  if (!useHasMarketplace()) return null
  return (
    <LinkButton to="/marketplace" search={{ kind }}>
      <StoreIcon /> {texts.browse}
    </LinkButton>
  )
}
