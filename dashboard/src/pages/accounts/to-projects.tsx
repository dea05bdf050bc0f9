import { Link } from '@tanstack/react-router'

/** Where somebody goes who has nothing more to do on the page that they were sent to. */
export function ToProjects() {
  return (
    <p>
      <Link to="/projects" className="font-medium text-accent underline underline-offset-2">
        Go to your projects
      </Link>
    </p>
  )
}
