import asyncHooks from 'node:async_hooks'

/*
 * Loaded first in the processes that run the tests. node:test follows every promise with an asynchronous hook, to find
 * the test that an unhandled rejection belongs to. That costs a tenth of the CPU time of the product and its tests.
 * Without it, an unhandled rejection fails its file instead of its test, so this prints where it was thrown.
 */
const { createHook } = asyncHooks
asyncHooks.createHook = (options) => createHook({ ...options, trackPromises: false })
process.on('unhandledRejection', (error) => console.error('Unhandled rejection in a test:', error))
