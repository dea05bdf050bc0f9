import { Link } from '@tanstack/react-router'
import { StepFrame } from './step-frame.tsx'
import { texts } from './texts.ts'

const link = 'font-medium text-accent underline underline-offset-2'

export function AllDone() {
  const { title, text, projects, connectAnother } = texts.allDone
  return (
    <StepFrame title={title} text={text}>
      <p className="flex flex-wrap gap-4">
        <Link to="/projects" className={link}>
          {projects}
        </Link>
        <Link to="/connect" className={link}>
          {connectAnother}
        </Link>
      </p>
    </StepFrame>
  )
}
