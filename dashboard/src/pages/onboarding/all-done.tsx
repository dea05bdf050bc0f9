import { TextLink } from '../../ui/links.tsx'
import { StepFrame } from './step-frame.tsx'
import { texts } from './texts.ts'

export function AllDone() {
  const { title, text, projects, connectAnother } = texts.allDone
  return (
    <StepFrame title={title} text={text}>
      <p className="flex flex-wrap gap-4">
        <TextLink to="/projects">{projects}</TextLink>
        <TextLink to="/connect">{connectAnother}</TextLink>
      </p>
    </StepFrame>
  )
}
