import type { Locator, Page } from 'playwright-core'

/**
 * Presses a button as people do, for several frames. Playwright's own click is so short that the page seldom changes its
 * layout meanwhile.
 */
export async function press(target: Locator, position?: { x: number; y: number }): Promise<void> {
  const { mouse } = target.page()
  await target.hover({ ...(position && { position }) })
  await mouse.down()
  await drawFrames(target.page())
  await mouse.up()
}

/** Waits until the browser has drawn what changed, and has reported what follows from it, such as scrolling. */
export async function drawFrames(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })()`)
}
