import { Link } from '@tanstack/react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { card } from '../../../ui/section.tsx'
import { Time } from '../../../ui/time.tsx'
import { AnswerForm } from '../../questions/answer-form.tsx'
import { QuestionText } from '../../questions/question-text.tsx'
import type { Question } from '../../questions/queries.ts'
import { CurrentTask } from './current-task.tsx'
import { LaneActions } from './lane-actions.tsx'
import { LaneSteps } from './lane-steps.tsx'
import type { LiveAgent } from './queries.ts'
import { texts } from './texts.ts'

/** One agent at work: its task, its steps, its open questions and the buttons to steer it. */
export function Lane({ agent, questions }: { agent: LiveAgent; questions: Question[] }) {
  const { id, name, role, paused } = agent
  const { lane } = texts
  return (
    <article aria-label={lane.label(name)} className={`flex flex-col gap-3 px-4 py-4 ${card}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar kind="agent" id={id} name={name} size="size-8 text-xs" />
        <div className="min-w-0 grow basis-40">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            <Link to="/agents/$agent" params={{ agent: id }} className="wrap-anywhere hover:underline">
              {name}
            </Link>
            {paused && <Badge tone="attention">{lane.pausedBadge}</Badge>}
          </h2>
          {role && <p className="truncate text-[13px] text-muted">{role}</p>}
        </div>
        <LaneActions agent={agent} />
      </div>
      {paused && (
        <p className="rounded-md bg-progress-soft px-3 py-1.5 text-[13px]">
          {lane.paused(paused.by.name)} <Time at={paused.at} />
        </p>
      )}
      <CurrentTask agent={agent} />
      {questions.map((question) => (
        <div key={question.id} className="rounded-lg bg-agent-soft px-3 py-2.5">
          <QuestionText question={question} />
          {question.may.answer && <AnswerForm question={question} />}
        </div>
      ))}
      <LaneSteps agent={agent} />
      <LaneFacts agent={agent} />
    </article>
  )
}

function LaneFacts({ agent }: { agent: LiveAgent }) {
  const { dailyBudget, usedToday, rejectedToday, lastError, lastCallAt } = agent
  const { lane } = texts
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted tabular-nums">
      <span>
        {lastCallAt ? (
          <>
            {lane.lastCall} <Time at={lastCallAt} />
          </>
        ) : (
          lane.never
        )}
      </span>
      {dailyBudget !== null && (
        <span className={(usedToday ?? 0) >= dailyBudget ? 'text-danger' : ''}>
          {lane.budget(usedToday ?? 0, dailyBudget)}
        </span>
      )}
      {rejectedToday > 0 && (
        <span className="text-danger">
          {lane.rejected(rejectedToday)}
          {lastError && ` · ${lane.lastError(lastError.code)}`}
        </span>
      )}
    </p>
  )
}
