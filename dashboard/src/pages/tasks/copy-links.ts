import type { Task } from '../../client.ts'
import { showToast } from '../../ui/toasts.ts'
import { texts } from './texts.ts'

/** Copies the URLs of tasks, one per line. */
export function copyTaskLinks(slug: string, tasks: readonly Pick<Task, 'key'>[]): void {
  const urls = tasks.map(({ key }) => new URL(`/projects/${slug}?task=${key}`, location.origin).href)
  const copied = () => showToast({ text: texts.taskMenu.copied(urls.length) })
  void navigator.clipboard.writeText(urls.join('\n')).then(copied)
}
