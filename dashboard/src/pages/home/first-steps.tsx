import { CheckIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Home } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { firstPrompt } from '../credentials/first-prompt.ts'
import { CreateProjectDialog } from '../projects/create-project-dialog.tsx'
import { SectionCard } from './section-card.tsx'
import { texts } from './texts.ts'

const { firstSteps } = texts

/** The steps to a first working agent. Each is ticked as soon as it is done. */
export function FirstSteps({ steps }: { steps: Home['steps'] }) {
  const [isCreating, setIsCreating] = useState(false)
  const { title, project: create, agent: connect, work } = firstSteps
  return (
    <SectionCard title={title}>
      <ol aria-label={title} className="divide-y">
        <Step number={1} done={steps.project} {...create}>
          <Button kind="primary" onClick={() => setIsCreating(true)}>
            {create.action}
          </Button>
        </Step>
        <Step number={2} done={steps.agent} {...connect}>
          <LinkButton to="/connect" kind={steps.project ? 'primary' : 'plain'}>
            {connect.action}
          </LinkButton>
        </Step>
        <Step number={3} done={steps.work} {...work}>
          <CopyButton label={work.copy} value={firstPrompt} />
          <p className="basis-full rounded-md bg-hover px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-line">
            {firstPrompt}
          </p>
        </Step>
      </ol>
      {isCreating && <CreateProjectDialog onClose={() => setIsCreating(false)} />}
    </SectionCard>
  )
}

interface StepProps {
  number: number
  done: boolean
  title: string
  text: string
  /** The action, until the step is done. */
  children: ReactNode
}

function Step({ number, done, title, text, children }: StepProps) {
  const mark = done ? 'border-accent bg-accent text-on-accent' : 'border-strong-line text-muted'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span
        aria-hidden
        className={`flex size-6 shrink-0 items-center justify-center rounded-full border-[1.5px] text-[13px] tabular-nums ${mark}`}
      >
        {done ? <CheckIcon /> : number}
      </span>
      <div className="min-w-0 grow basis-56">
        <p className={`font-medium ${done ? 'text-muted' : ''}`}>
          {done && <span className="sr-only">{firstSteps.done}</span>}
          {title}
        </p>
        {!done && <p className="text-[13px] text-muted">{text}</p>}
      </div>
      {!done && children}
    </li>
  )
}
