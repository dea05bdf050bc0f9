import fs from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** Preloaded into a server: writes the URLs of all modules that its main thread loaded to the file LOADED_MODULES. */
if (isMainThread) {
  const loaded: string[] = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  process.once('exit', () => fs.writeFileSync(process.env.LOADED_MODULES!, loaded.join('\n')))
}
