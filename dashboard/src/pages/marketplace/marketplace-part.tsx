import { useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextLink } from '../../ui/links.tsx'
import { AsidePart } from '../knowledge/document-aside.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { MarketplaceKind } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { texts } from './texts.ts'

const labels = texts.part

type Status = OutputOf<'marketplace.getStatus'>

/** An item of the organization that can be in the marketplace. */
export interface MarketplaceSource {
  kind: MarketplaceKind
  id: string
  name: string
}

/** The origin of an item and its publication, with the button that publishes it. Empty if neither exists. */
export function MarketplacePart({ source }: { source: MarketplaceSource }) {
  const { kind, id } = source
  const status = useRead('marketplace.getStatus', { kind, item: id }).data
  const [isOpen, setIsOpen] = useState(false)
  if (!status) return null
  const { published, origin, changed, may } = status
  const canPublish = may.publish && published?.status !== 'removed'
  if (!origin && !published && !canPublish) return null
  return (
    <AsidePart title={labels.title}>
      {(origin || published) && (
        <Facts>
          {origin && <OriginFacts origin={origin} />}
          {published && <PublicationFacts published={published} changed={changed} />}
        </Facts>
      )}
      {canPublish && (
        <div className="mt-2">
          <Button onClick={() => setIsOpen(true)}>
            {published?.status === 'published' ? labels.publishAgain : labels.publish}
          </Button>
        </div>
      )}
      {isOpen && <PublishDialog source={source} published={published} onClose={() => setIsOpen(false)} />}
    </AsidePart>
  )
}

function OriginFacts({ origin }: { origin: NonNullable<Status['origin']> }) {
  const { itemId, name, release, latestRelease, author, organization } = origin
  return (
    <>
      <Fact name={labels.copiedFrom}>
        {itemId && latestRelease !== null ? (
          <TextLink to="/marketplace/$item" params={{ item: itemId }}>
            {name}
          </TextLink>
        ) : (
          <>
            {name} <span className="block text-muted">{labels.unavailable}</span>
          </>
        )}
      </Fact>
      <Fact name={labels.by}>{`${author}, ${organization}`}</Fact>
      <Fact name={labels.release}>
        {release}
        {latestRelease !== null && latestRelease > release && (
          <span className="text-muted"> · {labels.newer(latestRelease)}</span>
        )}
      </Fact>
    </>
  )
}

interface PublicationProps {
  published: NonNullable<Status['published']>
  changed: boolean
}

function PublicationFacts({ published, changed }: PublicationProps) {
  const { id, status, release, removalReason } = published
  return (
    <Fact name={labels.state}>
      <StatusBadge status={status} />{' '}
      {status === 'published' && (
        <TextLink to="/marketplace/$item" params={{ item: id }}>
          {texts.release(release)}
        </TextLink>
      )}
      {status === 'published' && changed && <span className="block text-muted">{labels.changed}</span>}
      {removalReason && <span className="block">{labels.removed(removalReason)}</span>}
    </Fact>
  )
}
