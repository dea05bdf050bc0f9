import { createStore } from './store.ts'

const storageKey = 'baton.locale'

/** The locale of dates. Texts are English, so relative times such as "3 days ago" stay English. */
export const locale = createStore(localStorage.getItem(storageKey) ?? 'en')

export function chooseLocale(chosen: string): void {
  localStorage.setItem(storageKey, chosen)
  locale.set(chosen)
}
