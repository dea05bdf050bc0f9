import fs from 'node:fs'
import path from 'node:path'
import type { PackedFile } from '../../server/platform/tarball.ts'
import { bundle } from './bundle.ts'
import { licencesOf } from './licences.ts'
import { manifest, readPackage, root } from './manifest.ts'
import { onnxRuntime } from './onnx-runtime.ts'

/** Packages that are installed next to the bundle, because they have native code or WebAssembly files. */
const installed = ['@electric-sql/pglite', '@electric-sql/pglite-pgvector', 'sharp']
/** An optional package of pg that Baton does not install. */
const absent = ['pg-native']

/** Returns the files of the package that serves the whole product. Build the dashboard and the CLI first. */
export async function serverPackage(): Promise<PackedFile[]> {
  const { files, assets, imports, modules } = await bundle({
    programs: {
      main: 'server/main.ts',
      'pglite-worker': 'server/database/pglite-worker.ts',
      'minilm-worker': 'server/platform/minilm-worker.ts',
      ...Object.fromEntries(commands.map((name) => [name, `scripts/${name}.ts`])),
    },
    external: [...installed, ...absent].map((name) => new RegExp(`^${name}(/|$)`)),
  })
  const packages = imports.filter((name) => !name.startsWith('node:')).map(packageName)
  return [
    ...files,
    ...assets.flatMap(assetFiles),
    ...onnxRuntime(),
    read('runtime/baton-server.js', undefined, true),
    read('runtime/launch.js'),
    read('runtime/watch-launchers.js'),
    read('runtime/package.json'),
    read('scripts/release/README.md', 'README.md'),
    read('LICENSE'),
    text('THIRD-PARTY-LICENSES.txt', licencesOf(modules)),
    text('package.json', JSON.stringify(serverManifest(packages), null, 2)),
  ]
}

const commands = ['migrate', 'seed', 'demo', 'admin', 'backup', 'restore']

function serverManifest(packages: string[]): object {
  const { optionalDependencies } = readPackage('runtime/package.json')
  const pinned = [...new Set(packages)]
    .filter((name) => installed.includes(name))
    .map((name) => [name, readPackage(`node_modules/${name}/package.json`).version])
  return manifest('server', {
    description: 'Where people and AI agents run software projects together.',
    bin: { 'baton-server': 'runtime/baton-server.js' },
    engines: { node: '>=20' },
    dependencies: Object.fromEntries(pinned),
    // The Node that runs Baton if the machine's Node is too old.
    optionalDependencies,
  })
}

function packageName(specifier: string): string {
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]
}

/** Returns a file, or all files of a folder. From docs/, returns only the pages of the handbook. */
function assetFiles(asset: string): PackedFile[] {
  if (fs.statSync(path.join(root, asset)).isFile()) return [read(asset)]
  const names = fs.readdirSync(path.join(root, asset), { withFileTypes: true, recursive: asset !== 'docs' })
  return names
    .filter((entry) => entry.isFile() && (asset !== 'docs' || entry.name.endsWith('.md')))
    .map(({ parentPath, name }) => read(path.relative(root, path.join(parentPath, name))))
}

function read(file: string, name = file.split(path.sep).join('/'), executable = false): PackedFile {
  return { name, body: fs.readFileSync(path.join(root, file)), executable }
}

function text(name: string, content: string): PackedFile {
  return { name, body: Buffer.from(content) }
}
