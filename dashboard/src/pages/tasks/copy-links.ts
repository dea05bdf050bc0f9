import type { Task } from '../../client.ts'
import { showToast } from '../../ui/toasts.ts'
import { texts } from './texts.ts'

/** Copies the URLs of tasks, one per line. */
export function copyTaskLinks(slug: string, tasks: readonly Pick<Task, 'key'>[]): void {
  const urls = tasks.map(({ key }) => `${location.origin}/projects/${slug}/tasks/${key}`)
  void copyText(urls.join('\n'), texts.copy.links(urls.length))
}

/** Copies a text and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ text: done })
  } catch {
    // Browsers offer no clipboard without HTTPS.
    showToast({ text: texts.copy.failed, tone: 'danger' })
  }
}
