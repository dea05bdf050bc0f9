import { call } from '../../client.ts'
import type { Suggest } from '../../ui/markdown-completion.tsx'

/** What [[ may become: notes by their titles, and whatever has a number. */
export const suggestLinks: Suggest = async (typed, signal) => {
  const search = typed || undefined
  const [notes, tasks] = await Promise.all([
    call('notes.list', { search, limit: 6 }, { signal }),
    typed ? call('tasks.list', { search, limit: 4 }, { signal }) : { items: [] },
  ])
  return [
    ...notes.items.map(({ title }) => ({ text: `[[${title}]]`, label: title, detail: 'Note' })),
    ...tasks.items.map(({ key, title }) => ({ text: key, label: title, detail: key })),
  ]
}
