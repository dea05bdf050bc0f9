import { Markdown } from '../../ui/markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { Comment, CommentField } from '../comments/comment.tsx'
import { useDiscuss } from './decision-changes.ts'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

/** Comments of users and agents, oldest first. */
export function Discussion({ decision }: { decision: DecisionDetails }) {
  const { discussion, may } = decision
  const discuss = useDiscuss(decision)
  const { title, label, comment } = texts.discussion
  if (discussion.length === 0 && !may.resolve) return null
  return (
    <Section title={title}>
      <ol aria-label={title} className="flex flex-col gap-4 not-empty:mb-4">
        {discussion.map((remark) => (
          <Comment key={remark.id} comment={remark} isDraft={remark.id.startsWith('draft ')}>
            <Markdown text={remark.body} breaks className="max-w-[46rem]" />
          </Comment>
        ))}
      </ol>
      {may.resolve && (
        <CommentField
          label={label}
          action={comment}
          draft={`comment ${decision.key}`}
          attachTo={decision.key}
          onSave={(body, onRejected) => discuss.mutate(body, { onError: onRejected })}
        />
      )}
    </Section>
  )
}
