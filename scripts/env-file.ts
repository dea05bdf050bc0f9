import fs from 'node:fs'
import { OperatorError, reportFailure } from '../server/platform/operator-error.ts'

/**
 * Adds the variables of `.env` in the working directory to the environment. Variables that are already set win, so a
 * shell, a service manager or a container can override the file. `server/main.ts` doesn't import this module: tests
 * start it with exactly the variables that they name.
 */
try {
  if (fs.existsSync('.env')) process.loadEnvFile('.env')
} catch (error) {
  reportFailure(new OperatorError(`Can't read .env: ${(error as Error).message}.`))
  process.exit()
}
