import { useSyncExternalStore } from 'react'

/** A value outside of the components that notifies them of changes. */
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

/** A store in the session storage, which survives a reload and is separate for each tab. */
export function createSessionStore<Value>(storageKey: string, empty: Value): Store<Value> {
  return createStoredStore(sessionStorage, storageKey, empty)
}

/** A store in the local storage, which this browser keeps. */
export function createLocalStore<Value>(storageKey: string, empty: Value): Store<Value> {
  return createStoredStore(localStorage, storageKey, empty)
}

function createStoredStore<Value>(storage: Storage, storageKey: string, empty: Value): Store<Value> {
  const stored = storage.getItem(storageKey)
  const store = createStore(stored === null ? empty : (JSON.parse(stored) as Value))
  store.subscribe(() => storage.setItem(storageKey, JSON.stringify(store.get())))
  return store
}

export function useStore<Value>(store: Store<Value>): Value
/** Selects a part. Changes of other parts don't rerender. */
export function useStore<Value, Part>(store: Store<Value>, part: (value: Value) => Part): Part
export function useStore<Value>(store: Store<Value>, part = (value: Value): unknown => value) {
  return useSyncExternalStore(store.subscribe, () => part(store.get()))
}
