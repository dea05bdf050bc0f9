import fs from 'node:fs'
import path from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import type { PackedFile } from '../../server/platform/tarball.ts'
import { root } from './manifest.ts'

export interface BundleOptions {
  /** The name of each program, and its source below the root. */
  programs: Record<string, string>
  /** Packages that are installed instead of bundled: native code, WebAssembly, files that they look up beside them. */
  external?: RegExp[]
  /** Everything in one file: a command that starts often should read no second one. */
  single?: boolean
  /** Where a file of the repository is in the package, where that differs. */
  moved?: Record<string, string>
}

export interface Bundle {
  /** The programs and the parts that they share. */
  files: PackedFile[]
  /** Files and folders of the repository that the programs read while they run. */
  assets: string[]
  /** Packages that the programs import from outside. */
  imports: string[]
  /** Source files of other packages in the bundle. */
  modules: string[]
}

/** Bundles programs of ours to JavaScript that the package's `dist/` holds. */
export async function bundle({
  programs,
  external = [],
  single,
  moved = {},
}: BundleOptions): Promise<Bundle> {
  const assets = new Set<string>()
  const build = await rolldown({
    input: programs,
    cwd: root,
    platform: 'node',
    external,
    plugins: [inPackage(assets, moved)],
    // Koa's depd uses it on purpose.
    checks: { eval: false },
  })
  const { output } = await build.generate({
    // oidc-provider stores the names of its classes.
    ...{ format: 'esm', keepNames: true, codeSplitting: !single },
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  await build.close()
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk')
  const ours = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  return {
    files: chunks.map(({ fileName, code }) => ({ name: `dist/${fileName}`, body: Buffer.from(code) })),
    assets: [...assets].toSorted(),
    imports: [...new Set(imported.filter((name) => !ours.has(name)))].toSorted(),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.includes('node_modules')),
  }
}

/**
 * Sources find their files by `new URL('../x', import.meta.url)`, and a bundle is elsewhere than its sources. A package
 * therefore keeps the folders of the repository, and this plugin makes every such address lead there from `dist/`.
 * Operators of a package have no npm scripts: the sentences that name one name the command of the package instead.
 */
function inPackage(assets: Set<string>, moved: Record<string, string>): Plugin {
  return {
    name: 'in-package',
    // A string that JSON.parse reads is faster to load than the same data as code, and the contract is large.
    load(id) {
      if (!id.startsWith(path.join(root, 'contract')) || !id.endsWith('.json')) return null
      const text = JSON.stringify(JSON.parse(fs.readFileSync(id, 'utf8')))
      return { code: `export default JSON.parse(${JSON.stringify(text)})`, moduleType: 'js' }
    },
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules')) return null
      return code
        .replace(/new URL\((['"`])([^'"`]+)\1, import\.meta\.url\)/g, (_all, quote: string, to: string) => {
          const file = path
            .relative(root, path.resolve(path.dirname(id), to))
            .split(path.sep)
            .join('/')
          // A worker is a program of the bundle.
          if (file.endsWith('.ts')) return `new URL('./${path.basename(file, '.ts')}.js', import.meta.url)`
          // The package manager fills node_modules; the programs keep a cache there.
          if (!file.startsWith('node_modules/')) assets.add(file.replace(/\/?\$\{.*/, ''))
          const place = `../${moved[file] ?? file}${to.endsWith('/') ? '/' : ''}`
          return `new URL(${quote}${place}${quote}, import.meta.url)`
        })
        .replace(/\.resolve\('@baton\/(\w+)\//g, (_all, workspace: string) => {
          assets.add(workspace)
          return `.resolve('../${workspace}/`
        })
        .replace(/npm run (migrate|seed|demo|backup|restore)\b( --)?/g, 'baton-server $1')
    },
  }
}
