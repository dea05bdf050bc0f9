import os from 'node:os'
import path from 'node:path'
import { configFile } from '../config.ts'

/** The file with the machine's own token. */
export function tokenFile(): string {
  return path.join(path.dirname(configFile()), 'tunnel.json')
}

/** The file in which the owner allows actions. */
export function permissionFile(): string {
  return path.resolve(process.env.BATON_TUNNEL_FILE || path.join(path.dirname(configFile()), 'tunnel.yaml'))
}

/** The folder with the run log, the lock and the status of a tunnel. */
export function stateFolder(tunnel: string): string {
  const { BATON_TUNNEL_STATE, XDG_STATE_HOME } = process.env
  const parent = XDG_STATE_HOME || path.join(os.homedir(), '.local', 'state')
  const folder = path.resolve(BATON_TUNNEL_STATE || path.join(parent, 'baton', 'tunnel'))
  // The id comes from the service, so it must not lead to another folder.
  return path.join(folder, tunnel.replaceAll(/[^\w-]/g, '_'))
}
