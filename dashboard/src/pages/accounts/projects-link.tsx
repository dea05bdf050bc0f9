import { Link } from '@tanstack/react-router'
import { texts } from './texts.ts'

/** Leads on from a page that has nothing more to do. */
export function ProjectsLink() {
  return (
    <p>
      <Link to="/projects" className="font-medium text-accent underline underline-offset-2">
        {texts.toProjects}
      </Link>
    </p>
  )
}
