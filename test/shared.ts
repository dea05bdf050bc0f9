import { AsyncResource } from 'node:async_hooks'
import { after } from 'node:test'

/*
 * What the tests of one process share. The hook that stops it belongs to the process, and not to the test that happens
 * to be the first to ask: node:test finds out by the asynchronous scope, and this one was made outside of all tests.
 */
const outsideOfTests = new AsyncResource('shared by tests')
const started = new Map<string, Promise<unknown>>()

/** Returns what was started under a name, and starts it for the first caller. It stops when all tests are done. */
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
