import { Empty } from './empty.tsx'
import { TextLink } from './links.tsx'
import { texts } from './texts.ts'

export function NotFound() {
  return (
    <main className="py-16">
      <Empty title={texts.notFound.title} text={texts.notFound.text}>
        <TextLink to="/projects">{texts.notFound.projects}</TextLink>
      </Empty>
    </main>
  )
}
