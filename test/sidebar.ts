import type { Locator, Page } from 'playwright-core'

/*
 * Ways through the navigation of the dashboard.
 */

export function sidebar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' })
}

/** Opens a page of the settings. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await sidebar(page).getByRole('link', { name: 'Settings', exact: true }).click()
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await settings.getByRole('link', { name, exact: true }).click()
}

/** Opens a page of an area with tabs. */
export async function openTab(page: Page, area: 'Agents' | 'Docs', name: string): Promise<void> {
  await sidebar(page).getByRole('link', { name: area, exact: true }).click()
  await page
    .getByRole('navigation', { name: `Pages of ${area}` })
    .getByRole('link', { name })
    .click()
}

/** Opens a page of a project that is in the menu after its tabs. */
export async function openMore(page: Page, project: string, name: string): Promise<void> {
  const tabs = page.getByRole('navigation', { name: `Pages of ${project}` })
  await tabs.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name }).click()
}
