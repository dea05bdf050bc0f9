import { createStore } from './store.ts'

const place = 'baton.locale'

/** How dates are written. The sentences around them are English, and so "3 days ago" stays as it is. */
export const locale = createStore(localStorage.getItem(place) ?? 'en')

export function chooseLocale(chosen: string): void {
  localStorage.setItem(place, chosen)
  locale.set(chosen)
}
