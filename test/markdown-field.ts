import type { Locator } from 'playwright-core'

/** Returns the text of a Markdown field, before and after its editor is loaded. */
export function markdownOf(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    if ('value' in element) return element.value as string
    return [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')
  })
}
