import { Badge } from '../../ui/badge.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Time } from '../../ui/time.tsx'
import { AsidePart } from '../knowledge/document-aside.tsx'
import type { MarketplaceItemDetails } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.itemPage

/** The properties and the releases of a marketplace item. */
export function ItemFacts({ item }: { item: MarketplaceItemDetails }) {
  const { kind, category, author, organization, release, releasedAt, installs, tags, content, releases } =
    item
  return (
    <>
      <AsidePart title={labels.facts}>
        <Facts>
          <Fact name={labels.kind}>{texts.kinds[kind]}</Fact>
          <Fact name={labels.category}>{texts.categories[category]}</Fact>
          <Fact name={labels.author}>{author}</Fact>
          <Fact name={labels.organization}>{organization}</Fact>
          <Fact name={labels.release}>
            {release} · <Time at={releasedAt} />
          </Fact>
          <Fact name={labels.added}>{labels.organizations(formatNumber(installs), installs === 1)}</Fact>
          {content.kind === 'agent' && content.model && <Fact name={labels.model}>{content.model}</Fact>}
          {content.kind === 'agent' && content.skills.length > 0 && (
            <Fact name={labels.skills}>{content.skills.map(({ name }) => name).join(', ')}</Fact>
          )}
          {tags.length > 0 && (
            <Fact name={labels.tags}>
              <span className="flex flex-wrap gap-1">
                {tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </span>
            </Fact>
          )}
        </Facts>
      </AsidePart>
      <AsidePart title={labels.releases}>
        <ol className="flex flex-col gap-2 text-[13px]">
          {releases.map(({ number, notes, at }) => (
            <li key={number}>
              <p className="font-medium">
                {texts.release(number)} ·{' '}
                <span className="font-normal text-muted">
                  <Time at={at} />
                </span>
              </p>
              <p className="whitespace-pre-wrap text-muted wrap-anywhere">{notes || labels.noNotes}</p>
            </li>
          ))}
        </ol>
      </AsidePart>
    </>
  )
}
