import fs from 'node:fs'

interface Manifest {
  config?: { url?: string }
}

/** Returns the URL of the instance that served this CLI as /cli.tgz. The instance writes it into the package.json. */
export function instanceUrl(): string | undefined {
  const text = fs.readFileSync(new URL('package.json', import.meta.url), 'utf8')
  const { config }: Manifest = JSON.parse(text)
  return config?.url
}
