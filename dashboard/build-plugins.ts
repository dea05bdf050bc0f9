import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Preloads the font that every page uses, and ships its license, which must accompany it. */
export function shipFont(): Plugin {
  return {
    name: 'baton:font',
    apply: 'build',
    generateBundle() {
      const license = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE'))
      this.emitFile({ type: 'asset', fileName: 'inter-license.txt', source: fs.readFileSync(license) })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => /inter-latin-wght.*\.woff2$/.test(name))
        if (!font) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/**
 * Leaves out the operations that no page names, from the routes and from the reads that an event changes. Every page loads
 * both files, also the sign-in.
 */
export function shipNamedOperations(): Plugin {
  const source = fileURLToPath(new URL('src', import.meta.url))
  let named: Set<string> | undefined
  return {
    name: 'baton:operations',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/(routes|reads)\.json$/.test(id)) return undefined
      named ??= operationsIn(source)
      const isNamed = (operation: string) => named!.has(operation)
      const entries = Object.entries(JSON.parse(code) as Record<string, string | string[]>)
      const shipped = entries.flatMap(([key, value]) => {
        if (typeof value === 'string') return isNamed(key) ? [[key, value]] : []
        const reads = value.filter(isNamed)
        return reads.length > 0 ? [[key, reads]] : []
      })
      return JSON.stringify(Object.fromEntries(shipped))
    },
  }
}

/** Returns everything between quotes that looks like the id of an operation. */
function operationsIn(folder: string): Set<string> {
  const files = fs.globSync('**/*.{ts,tsx}', { cwd: folder })
  const texts = files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
  return new Set(texts.flatMap((text) => text.match(/(?<=['"])\w+\.\w+(?=['"])/g) ?? []))
}

/**
 * Imports each icon from its own module. Through the index of the package, every icon would count as used by every page,
 * and all of them would end up in the code of the sign-in.
 */
export function importSingleIcons(): Plugin {
  const index = fileURLToPath(import.meta.resolve('lucide-react'))
  return {
    name: 'baton:icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/dashboard/src/') || !code.includes("'lucide-react'")) return undefined
      return code.replace(/^import \{([^}]*)\} from 'lucide-react'$/gm, (_, names: string) => {
        const icons = names.split(',').map((name) => name.trim())
        return icons
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map(importIcon)
          .join(';')
      })
    },
  }

  function importIcon(name: string): string {
    const [icon = '', alias = icon] = name.split(' as ')
    return `import ${alias} from ${JSON.stringify(path.resolve(index, '../../esm/icons', `${fileName(icon)}.mjs`))}`
  }

  /** Returns the file of an icon: `Trash2Icon` is in trash-2. */
  function fileName(icon: string): string {
    const words = icon.replace(/Icon$/, '').match(/[A-Z][a-z]*|\d+/g) ?? []
    return words.join('-').toLowerCase()
  }
}
