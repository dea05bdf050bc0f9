import { type Config, readConfig } from './config.ts'
import { openDataFolder } from './database/data-folder.ts'

/**
 * Reads the configuration and checks that the data folder is unlocked and intact. Loads little code, so that an
 * operator sees an error before the dashboard is built and the server is loaded. The server locks the folder again at
 * its start.
 */
export function preflight(environment: Record<string, string | undefined>): Config {
  const config = readConfig(environment)
  if (config.DB_CONNECTION === 'pglite') openDataFolder(config.DATA_DIR).release()
  return config
}
