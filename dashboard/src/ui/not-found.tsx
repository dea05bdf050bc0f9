import { Link } from '@tanstack/react-router'
import { Empty } from './empty.tsx'
import { texts } from './texts.ts'

export function NotFound() {
  return (
    <main className="py-16">
      <Empty title={texts.notFound.title} text={texts.notFound.text}>
        <Link to="/projects" className="font-medium text-accent underline underline-offset-2">
          {texts.notFound.projects}
        </Link>
      </Empty>
    </main>
  )
}
