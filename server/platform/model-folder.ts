import { createRequire } from 'node:module'
import path from 'node:path'

/** Returns the folder of the package @baton/model. */
export function modelFolder(): string {
  return path.dirname(createRequire(import.meta.url).resolve('@baton/model/package.json'))
}
