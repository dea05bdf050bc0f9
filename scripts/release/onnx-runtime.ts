import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { PackedFile } from '../../server/platform/tarball.ts'
import { root } from './manifest.ts'
import { unpackTarball } from './unpack.ts'

const name = 'onnxruntime-node'
/**
 * The libraries that run the model on a CPU. A release includes them instead of installing onnxruntime-node, which has
 * another 145 MB for GPUs and duplicates, and an install script that npm warns about.
 */
const neededFiles =
  /^bin\/napi-v\d+\/(linux\/(x64|arm64)|darwin\/arm64|win32\/x64)\/(onnxruntime_binding\.node|libonnxruntime\.so\.1|libonnxruntime\.1\.dylib|onnxruntime\.dll)$/

/** Returns the libraries for all platforms, at the paths where the bundled package looks for them. */
export function onnxRuntime(): PackedFile[] {
  const files = unpackTarball(download()).filter((file) => neededFiles.test(file.name))
  if (files.length !== 8) throw new Error(`${name} has other files than the release expects.`)
  return files
}

/** Downloads the package from the registry, because the installed one has only this machine's libraries. */
function download(): Buffer {
  const { version, integrity } = locked()
  const folder = path.join(root, 'node_modules/.cache/baton')
  const file = path.join(folder, `${name}-${version}.tgz`)
  fs.mkdirSync(folder, { recursive: true })
  if (!fs.existsSync(file)) {
    const packing = fs.mkdtempSync(path.join(folder, 'packing-'))
    const command = [
      'pack',
      `${name}@${version}`,
      '--prefer-offline',
      '--silent',
      '--pack-destination',
      packing,
    ]
    execFileSync('npm', command, { shell: process.platform === 'win32' })
    fs.renameSync(path.join(packing, path.basename(file)), file)
    fs.rmdirSync(packing)
  }
  const tarball = fs.readFileSync(file)
  const hash = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  if (hash !== integrity) throw new Error(`${file} isn't the package in package-lock.json. Delete it.`)
  return tarball
}

function locked(): { version: string; integrity: string } {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>
  }
  return packages[`node_modules/${name}`]!
}
