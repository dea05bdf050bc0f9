import { Page } from '../../ui/page.tsx'
import { texts } from './texts.ts'

export function MyTasksPage() {
  return <Page title={texts.myTasksPage.title}>{null}</Page>
}
