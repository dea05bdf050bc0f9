import type { Page } from 'playwright-core'

/** Asks a question in the conversation that a page shows, once the answer to the one before is stored. */
export async function askQuestion(page: Page, question: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Question' })
  await field.fill(question)
  const form = page.locator('form').filter({ has: field })
  await form.getByRole('button', { name: 'Ask', exact: true, disabled: false }).waitFor()
  await field.press('Enter')
}
