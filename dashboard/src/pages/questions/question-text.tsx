import { Link } from '@tanstack/react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Time } from '../../ui/time.tsx'
import type { Question } from './queries.ts'
import { texts } from './texts.ts'

interface QuestionTextProps {
  question: Question
  /** Leaves out the task, on its own page. */
  withoutTask?: boolean
}

/** Who asks, about which task, and the question. */
export function QuestionText({ question: asked, withoutTask = false }: QuestionTextProps) {
  const { askedBy, askedAt, question, task, project } = asked
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5 text-[13px] text-muted">
        <Avatar {...askedBy} />
        <span className="font-medium text-agent">{texts.asks(askedBy.name)}</span>
        {task && project && !withoutTask && (
          <Link
            to="/projects/$slug"
            params={{ slug: project.slug }}
            search={{ task: task.key }}
            className="min-w-0 truncate underline-offset-2 hover:underline"
          >
            {texts.about(`${task.key} ${task.title}`)}
          </Link>
        )}
        {!task && project && <span>{texts.inProject(project.name)}</span>}
        <Time at={askedAt} />
      </p>
      <div className="mt-1 wrap-anywhere">
        <Markdown text={question} breaks />
      </div>
    </>
  )
}
