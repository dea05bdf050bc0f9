import fs from 'node:fs'
import { OperatorError } from '../server/platform/operator-error.ts'

/**
 * Adds the variables of `.env` in the working directory to the environment. Variables that are already set win, so a
 * shell, a service manager or a container can override the file. `server/main.ts` doesn't call it: tests start the
 * server with exactly the variables that they name.
 */
export function loadEnvFile(): void {
  if (!fs.existsSync('.env')) return
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    throw new OperatorError(`Can't read .env: ${(error as Error).message.replace(/\.$/, '')}.`)
  }
}
