import { type Tab, Tabs } from '../../../ui/tabs.tsx'
import { texts } from './texts.ts'

const list = '/admin/content/$kind'
const tabs: Tab[] = [
  { name: texts.tabs.posts, to: list, params: { kind: 'posts' } },
  { name: texts.tabs.pages, to: list, params: { kind: 'pages' } },
  { name: texts.tabs.categories, to: '/admin/content/categories' },
]

export function ContentTabs() {
  return (
    <div className="mb-6">
      <Tabs label={texts.tabs.label} tabs={tabs} />
    </div>
  )
}
