import fs from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import type { NamedOperation } from '../../assembly/registry.ts'
import { type Document, createDocument, sendDocument } from './documents.ts'
import { pagePolicy } from './headers.ts'
import { servePagePreviews } from './page-previews.ts'
import { allowedMethods } from './routes.ts'

const folder = new URL('../../../dashboard/dist/', import.meta.url)

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** Serves the built dashboard from memory, with index.html for every path of the dashboard. */
export async function serveDashboard(
  app: App,
  http: FastifyInstance,
  served: NamedOperation[],
): Promise<void> {
  const files = await readFiles()
  const page = files.get('/index.html')
  if (!page) app.log.warn('the dashboard is not built: run "npm run build"')
  else servePagePreviews(app, http, page.body.toString())

  http.setNotFoundHandler((request, reply) => {
    // Not parsed as a URL, which would read "//" as an empty host.
    const pathname = request.url.replace(/[?#].*$/s, '')
    const allowed = allowedMethods(pathname, served)
    if (allowed.length > 0)
      reject('method_not_allowed', { method: request.method, allowed: allowed.join(', ') })
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const file = isRead
      ? (files.get(pathname) ?? (belongsToPage(request, pathname) ? page : undefined))
      : undefined
    if (!file) reject('unknown_route', { method: request.method, path: pathname })
    return sendDocument(request, reply, file)
  })
}

// Programs call these paths, and would take a page for a valid response.
function belongsToPage(request: FastifyRequest, pathname: string): boolean {
  if (/^\/(api|mcp|oauth|health|metrics|assets|\.well-known)(\/|$)/.test(pathname)) return false
  return (request.headers.accept ?? '*/*').includes('text/html') || pathname === '/'
}

async function readFiles(): Promise<Map<string, Document>> {
  const files = new Map<string, Document>()
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  const compressed = new Set(paths.filter((file) => file.endsWith('.br')))
  for (const file of paths) {
    const name = `/${path.relative(folder.pathname, file).split(path.sep).join('/')}`
    // Records of the build, such as .built and .vite/manifest.json, aren't public.
    if (compressed.has(file) || name.includes('/.')) continue
    const type = types[path.extname(name)] ?? 'application/octet-stream'
    // The name of an asset changes with its content, so clients can keep it permanently.
    const cacheControl = name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    const brotli = compressed.has(`${file}.br`) ? await fs.readFile(`${file}.br`) : undefined
    files.set(
      name,
      createDocument(type, await fs.readFile(file), { cacheControl, policy: pagePolicy, brotli }),
    )
  }
  return files
}
