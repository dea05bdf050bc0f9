import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSupported } from '../runtime/launch.js'

/**
 * Deletes files of installed packages that Baton never reads, about half of all bytes. npm runs it after each install,
 * with any Node from 20 on, so it is plain JavaScript. It never fails an install: a file that can't be deleted stays.
 *
 * `platform` and `arch` name the machine that will run Baton, `node` the version of the Node that runs npm.
 *
 * @param {string} modules
 * @param {{ platform: string, arch: string, node?: string | undefined }} target
 */
export function prune(modules, { platform, arch, node }) {
  const bundled = foldersIn(modules).filter((name) =>
    /^node-(bin-)?(darwin|linux|win)-(arm64|x64)$/.test(name),
  )
  const unneeded = [
    ...otherBinaries(modules, platform, arch),
    ...bundled.flatMap((name) => [`${name}/include`, `${name}/share`]),
    // Pages of the trace viewer and the recorder. The tests only drive a browser.
    'playwright-core/lib/vite',
    ...unreadFiles(modules),
  ]
  for (const name of unneeded) remove(path.join(modules, name))
  if (isSupported(node)) for (const name of bundled) removeNode(modules, name)
  // npm trusts its own list of node_modules only while no folder is newer. Without the list, each npm command is
  // slower.
  const list = path.join(modules, '.package-lock.json')
  if (fs.existsSync(list)) fs.utimesSync(list, new Date(), new Date())
}

/** Lists the binaries for other platforms. onnxruntime-node includes those of all platforms. */
function otherBinaries(modules, platform, arch) {
  const runtime = 'onnxruntime-node/bin'
  return foldersIn(path.join(modules, runtime)).flatMap((version) =>
    foldersIn(path.join(modules, runtime, version)).flatMap((os) => {
      const folder = `${runtime}/${version}/${os}`
      const others = foldersIn(path.join(modules, folder)).filter((cpu) => os !== platform || cpu !== arch)
      return [...others.map((cpu) => `${folder}/${cpu}`), ...secondCopies(modules, `${folder}/${arch}`)]
    }),
  )
}

/** Lists duplicates of libonnxruntime.1.dylib (43 MB). The macOS package has a copy under its full version. */
function secondCopies(modules, folder) {
  const files = entriesIn(path.join(modules, folder)).map(({ name }) => name)
  if (!files.includes('libonnxruntime.1.dylib')) return []
  const copies = files.filter((name) => /^libonnxruntime\.\d+\.\d+\.\d+\.dylib$/.test(name))
  return copies.map((name) => `${folder}/${name}`)
}

const unreadFolders = /^(tests?|__tests__|docs|benchmarks?|bench|examples?)$/
// Node runs no TypeScript inside node_modules, and our modules read no declarations of CommonJS (.d.cts).
const unreadFile =
  /(\.map|\.flow|\.d\.cts|(?<!\.d)(?<!\.d\.[a-z]+)\.[mc]?tsx?|^(changelog|history|changes)\.md)$/i

/** Lists source maps, TypeScript sources, changelogs, and the tests and docs in the top folder of a package. */
function unreadFiles(modules, folder = '') {
  const entries = entriesIn(path.join(modules, folder))
  const isPackage = folder !== '' && entries.some(({ name }) => name === 'package.json')
  return entries.flatMap((entry) => {
    const name = path.posix.join(folder, entry.name)
    // A link isn't a directory here. Links lead to our own workspaces, where nothing is deleted.
    if (entry.isDirectory())
      return isPackage && unreadFolders.test(entry.name) ? [name] : unreadFiles(modules, name)
    return entry.isFile() && unreadFile.test(entry.name) ? [name] : []
  })
}

/**
 * Removes the bundled Node if the installed one is supported. Windows can't delete a running program, so it stays
 * there.
 */
function removeNode(modules, name) {
  const programs = [`${name}/bin/node`, `${name}/bin/node.exe`].filter((file) =>
    fs.existsSync(path.join(modules, file)),
  )
  if (programs.length === 0 || !programs.every((file) => remove(path.join(modules, file)))) return
  for (const link of ['node', 'node.cmd', 'node.ps1']) remove(path.join(modules, '.bin', link))
  remove(path.join(modules, name))
}

function remove(file) {
  try {
    fs.rmSync(file, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

const entriesIn = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : [])
const foldersIn = (folder) =>
  entriesIn(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const { env } = process
if (env.npm_lifecycle_event === 'postinstall') {
  const root = fileURLToPath(new URL('..', import.meta.url))
  // `npm install --os=linux --cpu=x64` installs for another machine. The Node there is unknown, so ours stays.
  const elsewhere = env.npm_config_os ?? env.npm_config_cpu
  const target = {
    platform: env.npm_config_os ?? process.platform,
    arch: env.npm_config_cpu ?? process.arch,
    // This script runs on the bundled Node. Only npm's own name says which Node runs npm.
    node: elsewhere ? undefined : /\bnode\/v(\S+)/.exec(env.npm_config_user_agent ?? '')?.[1],
  }
  for (const folder of ['', 'server', 'dashboard', 'cli'])
    prune(path.join(root, folder, 'node_modules'), target)
}
