import { Link } from '@tanstack/react-router'
import { StepFrame } from './step-frame.tsx'

const link = 'font-medium text-accent underline underline-offset-2'

export function AllDone() {
  return (
    <StepFrame
      title="You are ready"
      text="Make a project, or ask your agent to: “create a project called Web shop and plan the checkout as tasks”."
    >
      <p className="flex flex-wrap gap-4">
        <Link to="/projects" className={link}>
          To your projects
        </Link>
        <Link to="/connect" className={link}>
          Connect another agent
        </Link>
      </p>
    </StepFrame>
  )
}
