import type { OutputOf } from '../client.ts'
import { createStore } from './store.ts'

export type Density = OutputOf<'preferences.get'>['density']

const place = 'baton.density'

export const density = createStore<Density>(
  localStorage.getItem(place) === 'compact' ? 'compact' : 'comfortable',
)

/** How high rows are: styles.css goes by it. public/theme.js does the same before the first paint. */
export function chooseDensity(chosen: Density): void {
  localStorage.setItem(place, chosen)
  document.documentElement.dataset.density = chosen
  density.set(chosen)
}
