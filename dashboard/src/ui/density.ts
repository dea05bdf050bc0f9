import type { OutputOf } from '../client.ts'
import { createStore } from './store.ts'

export type Density = OutputOf<'preferences.get'>['density']

const storageKey = 'baton.density'

export const density = createStore<Density>(
  localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable',
)

/** Sets the row height, which styles.css reads. public/theme.js does the same before the first paint. */
export function chooseDensity(chosen: Density): void {
  localStorage.setItem(storageKey, chosen)
  document.documentElement.dataset.density = chosen
  density.set(chosen)
}
