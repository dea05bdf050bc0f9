import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Starts a command of npm: prints the usage and ends the process when the command line has --help or -h. From then on,
 * compiled modules are cached, which halves the time of a short command. So import the rest afterwards.
 */
export function startCommand(usage: string): void {
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return
  console.log(usage)
  process.exit(0)
}
