import fs from 'node:fs'
import path from 'node:path'
import { type PackedFile, packTarball } from '../server/platform/tarball.ts'
import { buildDashboard } from './build-dashboard.ts'
import { buildVectors } from './build-vectors.ts'
import { buildCli } from './release/build-cli.ts'
import { readPackage, root } from './release/manifest.ts'
import { serverPackage } from './release/server-package.ts'

/** Writes the packages that start without a build step: `npm run release`. Returns their paths. */
export async function release(folder = path.join(root, 'release')): Promise<{ server: string; cli: string }> {
  await buildDashboard()
  await buildVectors()
  const cli = await buildCli()
  const server = await serverPackage()
  fs.mkdirSync(folder, { recursive: true })
  return { server: write(folder, 'server', server), cli: write(folder, 'cli', cli) }
}

function write(folder: string, name: string, files: PackedFile[]): string {
  const { version } = readPackage('package.json')
  const file = path.join(folder, `baton-${name}-${version}.tgz`)
  const tarball = packTarball(files)
  fs.writeFileSync(file, tarball)
  // Prints the leading dot, because npm reads a path without it as a GitHub repository.
  console.log(`./${path.relative(process.cwd(), file)}  ${(tarball.length / 1e6).toFixed(1)} MB`)
  return file
}

if (import.meta.main) await release()
