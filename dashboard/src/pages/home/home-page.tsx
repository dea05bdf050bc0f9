import { Page } from '../../ui/page.tsx'
import { texts } from './texts.ts'

export function HomePage() {
  return <Page title={texts.homePage.title}>{null}</Page>
}
