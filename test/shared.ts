import { AsyncResource } from 'node:async_hooks'
import { after } from 'node:test'

/*
 * Resources that the tests of one process share. The hook that stops them must belong to the process, not to the test
 * that happens to ask first. node:test decides that by asynchronous scope, and this scope is outside of all tests.
 */
const outsideOfTests = new AsyncResource('shared by tests')
const started = new Map<string, Promise<unknown>>()

/** Returns the resource with this name. Starts it for the first caller and stops it after all tests. */
export function shared<Thing extends { stop(): Promise<void> }>(
  name: string,
  start: () => Promise<Thing>,
): Promise<Thing> {
  if (!started.has(name)) {
    const starting = start()
    started.set(name, starting)
    outsideOfTests.runInAsyncScope(() => after(async () => (await starting).stop()))
  }
  return started.get(name) as Promise<Thing>
}
