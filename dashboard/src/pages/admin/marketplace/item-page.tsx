import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { headingClass } from '../../../ui/page.tsx'
import { ItemContent } from '../../marketplace/item-content.tsx'
import { ItemFacts } from '../../marketplace/item-facts.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemState } from './item-state.tsx'
import { anyItemQuery } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.item

/** One marketplace item in any state, with its content for a review. */
export function AnyMarketplaceItemPage() {
  const { item: id } = useParams({ from: '/shell/admin/marketplace/$item' })
  const back = <TextLink to="/admin/marketplace">{labels.back}</TextLink>
  return (
    <Loaded query={useQuery(anyItemQuery(id))} noun={labels.noun} errorLink={back}>
      {(item) => (
        <>
          <title>{`${item.name} · Baton`}</title>
          <div className="mb-1 flex items-start gap-3">
            <h1 className={`mr-auto ${headingClass}`}>{item.name}</h1>
            <ItemActions item={item} />
          </div>
          <p className="mb-4">
            <ItemState item={item} />
          </p>
          {item.removalReason && (
            <Facts>
              <Fact name={labels.reason}>{item.removalReason}</Fact>
            </Facts>
          )}
          {item.description && (
            <p className="mb-4 max-w-prose whitespace-pre-wrap text-muted wrap-anywhere">
              {item.description}
            </p>
          )}
          <div className="flex flex-col gap-6">
            <ItemFacts item={item} />
          </div>
          <ItemContent name={item.name} content={item.content} />
        </>
      )}
    </Loaded>
  )
}
