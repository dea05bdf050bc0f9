import fs from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { packTarball } from '../../platform/tarball.ts'
import { digestOf, formatEtag, isKnown } from './caching.ts'

const built = new URL('../../../cli/dist/package-files.json', import.meta.url)

interface CliPackage {
  tarball: Buffer
  etag: string
  name: string
}

/**
 * Serves this version's CLI as a package: `npm install -g https://baton.example.com/cli.tgz`. It is packed on the first
 * request. It contains the URL of this instance, which comes from the configuration and never from the request.
 */
export function serveCli({ config, log }: App, http: FastifyInstance): void {
  let packed: CliPackage | undefined
  http.get('/cli.tgz', (request, reply) => {
    packed ??= packCli(config.APP_URL)
    if (!packed) {
      log.warn('the CLI is not built: run "npm run build"')
      reject('unknown_route', { method: request.method, path: '/cli.tgz' })
    }
    reply.header('ETag', packed.etag)
    // The URL stays the same after an upgrade, so clients and proxies revalidate their copy.
    reply.header('Cache-Control', 'public, no-cache')
    if (isKnown(request, packed.etag)) return reply.code(304).send()
    reply.header('Content-Disposition', `attachment; filename="${packed.name}"`)
    return reply.type('application/gzip').send(packed.tarball)
  })
}

function packCli(url: string): CliPackage | undefined {
  if (!fs.existsSync(built)) return undefined
  const { files } = JSON.parse(fs.readFileSync(built, 'utf8')) as { files: Record<string, string> }
  const manifest = JSON.parse(files['package.json']!) as { version: string }
  files['package.json'] = JSON.stringify({ ...manifest, config: { url } }, null, 2)
  const tarball = packTarball(
    Object.entries(files).map(([name, text]) => ({
      name,
      body: Buffer.from(text),
      executable: name === 'dist/baton.js',
    })),
  )
  return { tarball, etag: formatEtag(digestOf(tarball)), name: `baton-cli-${manifest.version}.tgz` }
}
