import { Link } from '@tanstack/react-router'
import { Empty } from './empty.tsx'

export function NotFound() {
  return (
    <main className="py-16">
      <Empty title="There is no such page" text="The address may be mistyped, or what was here has moved.">
        <Link to="/projects" className="font-medium text-accent underline underline-offset-2">
          Go to your projects
        </Link>
      </Empty>
    </main>
  )
}
