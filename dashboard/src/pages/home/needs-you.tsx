import { useQuery } from '@tanstack/react-query'
import { MailIcon, ScanEyeIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Home } from '../../queries.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NameLink, TitleLink } from '../../ui/links.tsx'
import { Time } from '../../ui/time.tsx'
import { gateTitle } from '../features/names.ts'
import { InvitationButtons } from '../invitations/invitation-buttons.tsx'
import { Offer } from '../invitations/offer.tsx'
import { ownInvitationsQuery } from '../invitations/queries.ts'
import { NotificationLine } from '../notifications/notification-line.tsx'
import { ownQuestionsQuery } from '../questions/queries.ts'
import { QuestionRow } from '../questions/question-row.tsx'
import { OwnTaskRow } from './own-task-row.tsx'
import { NoItems, SectionCard } from './section-card.tsx'
import { texts } from './texts.ts'

const { needsYou } = texts

/** Everything that waits for the user: questions of agents, reviews, mentions, invitations and overdue tasks. */
export function NeedsYou({ home: { reviews, mentions, overdue } }: { home: Home }) {
  const invitations = useQuery(ownInvitationsQuery).data?.items ?? []
  const questions = useQuery(ownQuestionsQuery).data?.items ?? []
  const count = questions.length + reviews.length + mentions.length + invitations.length + overdue.total
  const moreOverdue = overdue.total - overdue.items.length
  return (
    <SectionCard title={needsYou.title}>
      {count === 0 ? (
        <NoItems>{needsYou.empty}</NoItems>
      ) : (
        <ul aria-label={needsYou.title} className="divide-y">
          {questions.map((question) => (
            <QuestionRow key={question.id} question={question} />
          ))}
          {invitations.map((invitation) => (
            <NeedRow key={invitation.id} icon={<MailIcon />} title={<Offer invitation={invitation} />}>
              <InvitationButtons invitation={invitation} />
            </NeedRow>
          ))}
          {reviews.map((review) => (
            <ReviewRow key={review.key} review={review} />
          ))}
          {mentions.map((mention) => (
            <NotificationLine key={mention.id} notification={mention} />
          ))}
          {overdue.items.map((task) => (
            <OwnTaskRow key={task.id} task={task} />
          ))}
          {moreOverdue > 0 && (
            <li className="px-4 py-2 text-[13px]">
              <NameLink to="/my-tasks" search={{ group: 'due' }}>
                {needsYou.moreOverdue(moreOverdue)}
              </NameLink>
            </li>
          )}
        </ul>
      )}
    </SectionCard>
  )
}

function ReviewRow({ review: { key, title, project, gate, since } }: { review: Home['reviews'][number] }) {
  const feature = {
    to: '/projects/$slug/features/$feature',
    params: { slug: project.slug, feature: key },
  } as const
  return (
    <NeedRow
      icon={<ScanEyeIcon />}
      title={<TitleLink {...feature}>{needsYou.review(key, title)}</TitleLink>}
      detail={
        <>
          <span>{needsYou.reviewAt(gateTitle(gate))}</span>
          <NameLink to="/projects/$slug" params={{ slug: project.slug }}>
            {project.name}
          </NameLink>
          <Time at={since} />
        </>
      }
    >
      <LinkButton {...feature} aria-label={needsYou.openReviewOf(key)}>
        {needsYou.openReview}
      </LinkButton>
    </NeedRow>
  )
}

interface NeedRowProps {
  icon: ReactNode
  title: ReactNode
  detail?: ReactNode
  /** The action. */
  children: ReactNode
}

function NeedRow({ icon, title, detail, children }: NeedRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-(--row-inset)">
      <span className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
        {icon}
      </span>
      <div className="min-w-0 grow basis-56">
        <p className="wrap-anywhere">{title}</p>
        {detail && <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted">{detail}</p>}
      </div>
      <div className="ml-auto shrink-0">{children}</div>
    </li>
  )
}
