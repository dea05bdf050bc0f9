import fs from 'node:fs'
import path from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import type { PackedFile } from '../../server/platform/tarball.ts'
import { root } from './manifest.ts'

export interface BundleOptions {
  /** The name of each program, and its source below the root. */
  programs: Record<string, string>
  /** Packages that are installed instead of bundled, because they have native code, WebAssembly or data files. */
  external?: RegExp[]
  /** Paths in the package that differ from those in the repository. */
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

/** Bundles programs of the repository to JavaScript for the `dist/` folder of a package. */
export async function bundle({ programs, external = [], moved = {} }: BundleOptions): Promise<Bundle> {
  const assets = new Set<string>()
  const build = await rolldown({
    input: programs,
    cwd: root,
    platform: 'node',
    external,
    plugins: [rewriteForPackage(assets, moved)],
    // depd, a dependency of Koa, uses eval on purpose.
    checks: { eval: false },
  })
  const { output } = await build.generate({
    // oidc-provider stores the names of its classes.
    format: 'esm',
    keepNames: true,
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
 * Rewrites file URLs for the package. Sources find files with `new URL('../x', import.meta.url)`, but a bundle is in
 * another folder. A package keeps the folders of the repository, and this plugin makes each URL relative to `dist/`.
 * Also replaces npm scripts in messages with the command of the package, because a package has no npm scripts.
 */
function rewriteForPackage(assets: Set<string>, moved: Record<string, string>): Plugin {
  return {
    name: 'in-package',
    // JSON.parse of a string loads faster than the same data as code, and the contract is large.
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
          // node_modules is not an asset: programs only keep a cache there.
          if (!file.startsWith('node_modules/')) assets.add(file.replace(/\/?\$\{.*/, ''))
          const target = `../${moved[file] ?? file}${to.endsWith('/') ? '/' : ''}`
          return `new URL(${quote}${target}${quote}, import.meta.url)`
        })
        .replace(/\.resolve\('@baton\/(\w+)\//g, (_all, workspace: string) => {
          assets.add(workspace)
          return `.resolve('../${workspace}/`
        })
        .replace(/npm run (migrate|seed|demo|admin|backup|restore)\b( --)?/g, 'baton-server $1')
    },
  }
}
