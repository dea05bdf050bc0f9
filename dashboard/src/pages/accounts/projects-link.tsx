import { TextLink } from '../../ui/links.tsx'
import { texts } from './texts.ts'

/** Leads on from a page that has nothing more to do. */
export function ProjectsLink() {
  return (
    <p>
      <TextLink to="/projects">{texts.toProjects}</TextLink>
    </p>
  )
}
