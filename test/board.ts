import type { Locator, Page } from 'playwright-core'
import { eventually, until } from './poll.ts'

/*
 * Actions and checks on a board in a browser.
 */

export const columnOf = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true })

export const cardOf = (page: Page, title: string): Locator => page.getByRole('link', { name: title })

/** Waits until a column shows exactly these cards, in this order. */
export async function showsCards(page: Page, column: string, titles: string[]): Promise<void> {
  const cards = columnOf(page, column).locator('[data-card] [data-task-link]')
  await showsTexts(cards, titles)
}

/** Waits until the located elements have exactly these texts, in this order. */
export function showsTexts(elements: Locator, texts: string[]): Promise<void> {
  return eventually(() => elements.allTextContents(), texts)
}

/** Drags a card with the mouse to the top of another card or column, without releasing the button. */
export async function dragTo(page: Page, card: Locator, target: Locator): Promise<void> {
  const from = await middleOf(card)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 4, { steps: 2 })
  await dragOn(page, target)
}

/** Moves a dragged card to another target. */
export async function dragOn(page: Page, target: Locator): Promise<void> {
  const box = (await target.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 4, { steps: 6 })
}

/** Waits until a scrolling element ends left of this x coordinate. */
export function isWithin(element: Locator, right: number): Promise<void> {
  return until(async () => {
    const box = (await element.boundingBox())!
    return box.x + box.width <= right
  })
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await element.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** Drags a card by touch: a long press lifts it. */
export async function dragByFinger(page: Page, card: Locator, target: Locator): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const touch = (type: string, points: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points })
  const from = await middleOf(card)
  const to = await middleOf(target)
  await touch('touchStart', [from])
  await page.locator('[data-gap]').waitFor()
  for (const part of [0.2, 0.5, 0.8, 1])
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
  await touch('touchEnd', [])
}
