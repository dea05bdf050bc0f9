import { Avatar } from '../../ui/avatar.tsx'
import { CommentField } from '../../ui/comment-field.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { useDiscuss } from './decision-changes.ts'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

/** Comments of users and agents, oldest first. */
export function Discussion({ decision }: { decision: DecisionDetails }) {
  const { discussion, may } = decision
  const discuss = useDiscuss(decision)
  const { label, placeholder, comment } = texts.discussion
  if (discussion.length === 0 && !may.resolve) return null
  return (
    <Section title={texts.discussion.title}>
      <ol aria-label={texts.discussion.title} className="flex flex-col gap-4 not-empty:mb-4">
        {discussion.map(({ id, body, createdBy, createdAt }) => (
          <li key={id} className={`flex gap-2 ${id.startsWith('draft ') ? 'opacity-60' : ''}`}>
            <Avatar {...createdBy} />
            <div className="min-w-0 grow">
              <p className="flex min-h-5 flex-wrap items-center gap-x-1.5 text-[13px]">
                <span className={`font-medium ${createdBy.kind === 'agent' ? 'text-agent' : ''}`}>
                  {createdBy.name}
                </span>
                {createdBy.onBehalfOf && (
                  <span className="text-muted">{texts.discussion.onBehalfOf(createdBy.onBehalfOf.name)}</span>
                )}
                <span className="text-muted">
                  <Time at={createdAt} />
                </span>
              </p>
              <Markdown text={body} breaks className="max-w-[46rem]" />
            </div>
          </li>
        ))}
      </ol>
      {may.resolve && (
        <div className="max-w-[46rem]">
          <CommentField
            label={label}
            placeholder={placeholder}
            action={comment}
            onSave={(body, onRejected) => discuss.mutate(body, { onError: onRejected })}
          />
        </div>
      )}
    </Section>
  )
}
