import { useSyncExternalStore } from 'react'

/** A value that lives outside of the components and tells them when it changes. */
export interface Store<Value> {
  get: () => Value
  set: (next: Value) => void
  subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One that a reload of this tab survives, and that other tabs know nothing of. */
export function createKeptStore<Value>(place: string, empty: Value): Store<Value> {
  const kept = sessionStorage.getItem(place)
  const store = createStore(kept === null ? empty : (JSON.parse(kept) as Value))
  store.subscribe(() => sessionStorage.setItem(place, JSON.stringify(store.get())))
  return store
}

export function useStore<Value>(store: Store<Value>): Value
/** A part of it: what else changes in it is no news. */
export function useStore<Value, Part>(store: Store<Value>, part: (value: Value) => Part): Part
export function useStore<Value>(store: Store<Value>, part = (value: Value): unknown => value) {
  return useSyncExternalStore(store.subscribe, () => part(store.get()))
}
