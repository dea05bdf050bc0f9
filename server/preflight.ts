import { type Config, readConfig } from './config.ts'
import { openDataFolder } from './database/data-folder.ts'

/**
 * Reads the configuration and checks that the data folder is free and intact. It loads little, so that an operator sees
 * a mistake before the dashboard is built and before the whole server is loaded. The server locks the folder again when
 * it starts.
 */
export function preflight(environment: Record<string, string | undefined>): Config {
  const config = readConfig(environment)
  if (config.DB_CONNECTION === 'pglite') openDataFolder(config.DATA_DIR).release()
  return config
}
