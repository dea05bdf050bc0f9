import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Starts an npm script: prints the usage and exits if the command line has --help or -h. Enables the compile cache,
 * which halves the time of a short command. Import other modules after this call.
 */
export function startCommand(usage: string): void {
  const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
  enableCompileCache(compiled)
  // Enables the cache in worker threads, too.
  process.env.NODE_COMPILE_CACHE ??= compiled
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return
  console.log(usage)
  process.exit(0)
}
