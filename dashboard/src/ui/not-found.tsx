import { Empty } from './empty.tsx'
import { TextLink } from './links.tsx'
import { texts } from './texts.ts'

export function NotFound() {
  return (
    <div className="py-16">
      <title>{`${texts.notFound.title} · Baton`}</title>
      <Empty title={texts.notFound.title} text={texts.notFound.text}>
        <TextLink to="/">{texts.notFound.home}</TextLink>
      </Empty>
    </div>
  )
}
