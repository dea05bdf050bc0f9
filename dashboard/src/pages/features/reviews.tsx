import { Badge } from '../../ui/badge.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Person } from '../../ui/person.tsx'
import { Rows, Section } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { gateTitle, isOpen, verdictNames } from './names.ts'
import type { FeatureDetails, Review } from './queries.ts'
import { ReviewForm } from './review-form.tsx'
import { texts } from './texts.ts'

const tones = { approved: 'accent', changes_requested: 'attention', commented: 'plain' } as const

/** The reviews of a feature, newest first, and a form to add one. */
export function Reviews({ feature }: { feature: FeatureDetails }) {
  const { reviews } = feature
  const canReview = isOpen(feature) && feature.may.edit
  if (reviews.length === 0 && !canReview) return null
  return (
    <Section title={texts.reviews.title}>
      {canReview && <ReviewForm feature={feature} />}
      {reviews.length > 0 && (
        <Rows label={texts.reviews.title}>
          {reviews.toReversed().map((review) => (
            <ReviewItem key={review.id} review={review} round={feature.round} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function ReviewItem({ review, round }: { review: Review; round: number }) {
  const { verdict, body, gate, backTo, human, createdBy, createdAt } = review
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Person kind={createdBy.kind} id={createdBy.id} name={createdBy.name} />
        {createdBy.onBehalfOf && (
          <span className="text-[13px] text-muted">
            {texts.reviews.onBehalfOf(createdBy.onBehalfOf.name)}
          </span>
        )}
        {createdBy.kind === 'user' && !human && (
          <span className="text-[13px] text-muted">{texts.reviews.withKey}</span>
        )}
        <Badge tone={tones[verdict]}>{verdictNames[verdict]}</Badge>
        <span className="ml-auto text-[13px] text-muted">
          <Time at={createdAt} />
        </span>
      </p>
      {body && <Markdown text={body} breaks className="mt-1.5 max-w-prose" />}
      <p className="mt-1 text-[13px] text-muted">
        {texts.reviews.at(gateTitle(gate))}
        {backTo && texts.reviews.sentBack(gateTitle(backTo))}
        {verdict === 'approved' && review.round < round && texts.reviews.outdated}
      </p>
    </li>
  )
}
