import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { headingClass, pageInset } from '../../ui/page.tsx'
import { InstallDialog } from './install-dialog.tsx'
import { ItemContent } from './item-content.tsx'
import { ItemFacts } from './item-facts.tsx'
import { type MarketplaceItemDetails, itemQuery } from './queries.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { texts } from './texts.ts'

const labels = texts.itemPage

/** One item of the marketplace, with its content and the button that adds it to the organization. */
export function MarketplaceItemPage() {
  const { item } = useParams({ from: '/shell/marketplace/$item' })
  return (
    <Loaded
      query={useQuery(itemQuery(item))}
      noun={labels.noun}
      errorLink={<TextLink to="/marketplace">{labels.all}</TextLink>}
    >
      {(loaded) => <LoadedItem item={loaded} />}
    </Loaded>
  )
}

function LoadedItem({ item }: { item: MarketplaceItemDetails }) {
  const { name, description, featured, content, kind } = item
  return (
    <article className={`grid max-w-6xl gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem] ${pageInset}`}>
      <title>{`${name} · Baton`}</title>
      <div className="min-w-0">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className={`mr-auto ${headingClass}`}>
            {name} {featured && <Badge tone="attention">{texts.featured}</Badge>}
          </h1>
          <AddButton item={item} />
        </div>
        <p className="mt-1 text-[13px] text-muted">{texts.kinds[kind]}</p>
        {description && (
          <p className="mt-1 max-w-prose whitespace-pre-wrap text-muted wrap-anywhere">{description}</p>
        )}
        <ItemContent name={name} content={content} />
      </div>
      <aside aria-label={sharedTexts.details} className="flex min-w-0 flex-col gap-7 lg:pt-1">
        <ItemFacts item={item} />
      </aside>
    </article>
  )
}

function AddButton({ item }: { item: MarketplaceItemDetails }) {
  const [isOpen, setIsOpen] = useState(false)
  const isMember = useHasRole('member')
  const isAdmin = useHasRole('admin')
  if (!isMember) return null
  if (item.kind === 'workflow' && !isAdmin)
    return <p className="text-[13px] text-muted">{labels.adminsOnly}</p>
  return (
    <>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        {labels.add}
      </Button>
      {isOpen && <InstallDialog item={item} onClose={() => setIsOpen(false)} />}
    </>
  )
}
