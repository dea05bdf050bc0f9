import type { Command } from './repo.ts'

/*
 * Finds the commands that the manifests in the root of a repository define. For tools with fixed commands (cargo, go),
 * the presence of the manifest is enough.
 */

/** Returns the text of a file in the root, if it exists and was read. */
export type FileAt = (path: string) => string | undefined

interface Manifest {
  path: string
  /** Extracts commands from its text and from the files beside it. */
  commands(text: string, at: FileAt): Omit<Command, 'from'>[]
}

const manifests: Manifest[] = [
  { path: 'package.json', commands: scriptsOf },
  { path: 'deno.json', commands: (text) => keysOf(text, 'tasks', (name) => `deno task ${name}`) },
  { path: 'composer.json', commands: (text) => keysOf(text, 'scripts', (name) => `composer run ${name}`) },
  {
    path: 'Makefile',
    commands: (text) => matches(text, /^([a-zA-Z][\w.-]*):(?!=)/gm, (name) => `make ${name}`),
  },
  {
    path: 'justfile',
    commands: (text) => matches(text, /^([a-z][\w-]*)(?: [^:=\n]*)?:(?!=)/gm, (name) => `just ${name}`),
  },
  { path: 'pyproject.toml', commands: pythonOf },
  { path: 'tox.ini', commands: () => [{ name: 'test', command: 'tox' }] },
  { path: 'Cargo.toml', commands: () => buildAndTest('cargo build', 'cargo test') },
  { path: 'go.mod', commands: () => buildAndTest('go build ./...', 'go test ./...') },
  { path: 'pom.xml', commands: (_, at) => withWrapper(at, 'mvnw', 'mvn', 'package', 'test') },
  { path: 'build.gradle', commands: (_, at) => withWrapper(at, 'gradlew', 'gradle', 'build', 'test') },
  { path: 'build.gradle.kts', commands: (_, at) => withWrapper(at, 'gradlew', 'gradle', 'build', 'test') },
  { path: 'mix.exs', commands: () => buildAndTest('mix compile', 'mix test') },
]

/** Manifests without commands. */
const others = [
  'Gemfile',
  'requirements.txt',
  'Dockerfile',
  'docker-compose.yml',
  'compose.yaml',
  'flake.nix',
]

/** Files whose text is read. Others only have to exist. */
export const manifestPaths = manifests.map(({ path }) => path)

export function manifestsAmong(paths: string[]): string[] {
  return [...manifestPaths, ...others].filter((path) => paths.includes(path))
}

const maxCommands = 40

export function commandsOf(at: FileAt): Command[] {
  return manifests
    .flatMap(({ path, commands }) => {
      const text = at(path)
      return text === undefined ? [] : commands(text, at).map((command) => ({ ...command, from: path }))
    })
    .filter(({ command }) => command.length <= 200)
    .slice(0, maxCommands)
}

/** Uses the package manager whose lock file is present. */
function scriptsOf(text: string, at: FileAt) {
  const locks = { pnpm: ['pnpm-lock.yaml'], yarn: ['yarn.lock'], bun: ['bun.lock', 'bun.lockb'] }
  const found = Object.entries(locks).find(([, files]) => files.some((file) => at(file) !== undefined))
  const program = found?.[0] ?? 'npm'
  return keysOf(text, 'scripts', (name) => `${program} run ${name}`)
}

function pythonOf(text: string) {
  const tools: [RegExp, string, string][] = [
    [/^\[tool\.pytest/m, 'test', 'pytest'],
    [/^\[tool\.ruff/m, 'lint', 'ruff check'],
    [/^\[tool\.mypy/m, 'check', 'mypy .'],
    [/^\[build-system\]/m, 'build', 'python -m build'],
  ]
  return tools.flatMap(([pattern, name, command]) => (pattern.test(text) ? [{ name, command }] : []))
}

function buildAndTest(build: string, test: string) {
  return [
    { name: 'build', command: build },
    { name: 'test', command: test },
  ]
}

function withWrapper(at: FileAt, wrapper: string, program: string, build: string, test: string) {
  const run = at(wrapper) === undefined ? program : `./${wrapper}`
  return buildAndTest(`${run} ${build}`, `${run} ${test}`)
}

function keysOf(text: string, field: string, command: (name: string) => string) {
  const entries = (parseObject(text) as Record<string, unknown> | undefined)?.[field]
  if (typeof entries !== 'object' || entries === null) return []
  return toCommands(Object.keys(entries), command)
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function matches(text: string, pattern: RegExp, command: (name: string) => string) {
  return toCommands(
    [...text.matchAll(pattern)].map(([, name]) => name!),
    command,
  )
}

/** Drops names with shell metacharacters, because agents run the commands. */
function toCommands(names: string[], command: (name: string) => string) {
  return [...new Set(names)]
    .filter((name) => /^[\w.:@/-]{1,80}$/.test(name) && !name.startsWith('-'))
    .map((name) => ({ name, command: command(name) }))
}
