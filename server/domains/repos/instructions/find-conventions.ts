import type { FileAt } from '../commands.ts'

/** What the files of a repository say about how to work in it. */
export interface Found {
  conventions: string[]
  contributing: { path: string; opening: string; headings: string[] } | null
  /** Information that could not be read. */
  missing: string[]
}

/** The file that each assistant reads. What it says is the same. */
export const instructionPaths = {
  agents: 'AGENTS.md',
  claude: 'CLAUDE.md',
  gemini: 'GEMINI.md',
  copilot: '.github/copilot-instructions.md',
} as const
export type InstructionFormat = keyof typeof instructionPaths

const assistantPaths = [...Object.values(instructionPaths), '.cursorrules', '.windsurfrules']
const contributingPaths = ['CONTRIBUTING.md', '.github/CONTRIBUTING.md', 'docs/CONTRIBUTING.md']

/** Tools by the files that configure them. */
const tools: [string, string, string[]][] = [
  ['Formatter', 'Prettier', ['.prettierrc', '.prettierrc.json', '.prettierrc.yaml', 'prettier.config.js']],
  ['Formatter', 'oxfmt', ['.oxfmtrc.json', '.oxfmtrc.jsonc']],
  ['Formatter and linter', 'Biome', ['biome.json', 'biome.jsonc']],
  ['Formatter', 'rustfmt', ['rustfmt.toml', '.rustfmt.toml']],
  ['Formatter', 'clang-format', ['.clang-format']],
  [
    'Linter',
    'ESLint',
    [
      'eslint.config.js',
      'eslint.config.mjs',
      'eslint.config.ts',
      '.eslintrc',
      '.eslintrc.json',
      '.eslintrc.cjs',
    ],
  ],
  ['Linter', 'oxlint', ['.oxlintrc.json']],
  ['Linter', 'Ruff', ['ruff.toml', '.ruff.toml']],
  ['Linter', 'golangci-lint', ['.golangci.yml', '.golangci.yaml']],
  ['Linter', 'RuboCop', ['.rubocop.yml']],
  ['Linter', 'Clippy', ['clippy.toml', '.clippy.toml']],
  ['Linter', 'Stylelint', ['.stylelintrc', '.stylelintrc.json']],
  ['Commit hooks', 'pre-commit', ['.pre-commit-config.yaml']],
  ['Commit hooks', 'Lefthook', ['lefthook.yml', '.lefthook.yml']],
  ['Commit messages', 'commitlint', ['commitlint.config.js', '.commitlintrc.json', '.commitlintrc']],
]

/** All files whose text is read. */
export const conventionPaths = [
  ...new Set([
    ...tools.flatMap(([, , paths]) => paths),
    ...assistantPaths,
    ...contributingPaths,
    '.editorconfig',
    'tsconfig.json',
    'package.json',
    'pyproject.toml',
    'go.mod',
  ]),
]

/** Finds conventions in the files of a repository. `target` is the file that will be replaced. */
export function findConventions(at: FileAt, target: string): Omit<Found, 'missing'> {
  return {
    conventions: [
      ...editorConfig(at('.editorconfig')),
      ...tools.flatMap(([purpose, name, paths]) => {
        const path = paths.find((each) => at(each) !== undefined)
        return path === undefined ? [] : [`${purpose}: ${name} (\`${path}\`)${formatOf(at(path)!)}.`]
      }),
      ...typeScript(at('tsconfig.json')),
      ...versions(at),
      ...assistants(at, target),
    ],
    contributing: contributingOf(at),
  }
}

function editorConfig(text: string | undefined): string[] {
  if (text === undefined) return []
  const [, all = ''] = /^\[\*\]$([^[]*)/m.exec(text) ?? []
  const value = (name: string) => new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*([\\w-]+)`, 'im').exec(all)?.[1]
  const [style, size, length, end] = ['indent_style', 'indent_size', 'max_line_length', 'end_of_line'].map(
    value,
  )
  const parts = [
    style === 'tab' ? 'indent with tabs' : style && `indent with ${size ?? 2} spaces`,
    length && /^\d+$/.test(length) && `lines of at most ${length} characters`,
    end && `line endings ${end}`,
  ].filter(Boolean)
  return parts.length > 0 ? [`Files (\`.editorconfig\`): ${parts.join(', ')}.`] : []
}

/** Returns the options of a formatter that shape every line. */
function formatOf(text: string): string {
  const option = (name: string) => new RegExp(`["']?${name}["']?\\s*:\\s*["']?([\\w-]+)`).exec(text)?.[1]
  const names = [
    'semi',
    'singleQuote',
    'tabWidth',
    'useTabs',
    'printWidth',
    'lineWidth',
    'indentStyle',
    'trailingComma',
  ]
  const set = names.flatMap((name) => {
    const value = option(name)
    return value === undefined ? [] : [`\`${name}: ${value}\``]
  })
  return set.length > 0 ? `: ${set.join(', ')}` : ''
}

function typeScript(text: string | undefined): string[] {
  if (text === undefined) return []
  const flags = [
    'strict',
    'noUncheckedIndexedAccess',
    'exactOptionalPropertyTypes',
    'verbatimModuleSyntax',
    'erasableSyntaxOnly',
  ].filter((flag) => new RegExp(`"${flag}"\\s*:\\s*true`).test(text))
  return [
    `TypeScript (\`tsconfig.json\`)${flags.length > 0 ? `: ${flags.map((flag) => `\`${flag}\``).join(', ')}` : ''}.`,
  ]
}

function versions(at: FileAt): string[] {
  const manifest = parseJson(at('package.json'))
  const node = textOf((manifest.engines as Record<string, unknown> | undefined)?.node)
  const manager = textOf(manifest.packageManager)
  const python = /^requires-python\s*=\s*"([^"\n]{1,40})"/m.exec(at('pyproject.toml') ?? '')?.[1]
  const go = /^go (\d[\d.]*)/m.exec(at('go.mod') ?? '')?.[1]
  return [
    node && `Node.js ${node} (\`package.json\`).`,
    manifest.type === 'module' && 'ES modules (`package.json`).',
    manager && `Package manager: ${manager} (\`package.json\`).`,
    python && `Python ${python} (\`pyproject.toml\`).`,
    go && `Go ${go} (\`go.mod\`).`,
  ].filter((line) => typeof line === 'string' && line !== '') as string[]
}

function parseJson(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w@.<>=^~|* -]{1,60}$/.test(value) ? value : undefined
}

/** The sentence by which Baton recognizes a file that it generated. */
export const generatedMark = 'Generated by Baton from the project'

function assistants(at: FileAt, target: string): string[] {
  return assistantPaths.flatMap((path) => {
    const text = path === target ? undefined : at(path)
    if (text === undefined || text.includes(generatedMark)) return []
    const headings = headingsOf(text)
    return [`\`${path}\` has instructions too${headings.length > 0 ? `: ${headings.join(', ')}` : ''}.`]
  })
}

function contributingOf(at: FileAt): Found['contributing'] {
  const path = contributingPaths.find((each) => at(each) !== undefined)
  if (path === undefined) return null
  return { path, opening: opening(at(path)!), headings: headingsOf(at(path)!) }
}

const maxHeadings = 15
const maxHeadingLength = 120

/** Returns the headings of the second level, because the first is the title. */
function headingsOf(text: string): string[] {
  let inCode = false
  const headings: string[] = []
  // Line by line with short patterns, because a pattern for the whole text would be slow on hostile files.
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode
    const heading = line.slice(3, 3 + maxHeadingLength).trim()
    if (!inCode && line.startsWith('## ') && heading !== '') headings.push(heading.replace(/ #{1,6}$/, ''))
    if (headings.length === maxHeadings) break
  }
  return headings
}

/** Returns the first paragraph that is not a heading, badge or image. */
export function opening(text: string): string {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
  return paragraphs.find((paragraph) => /^[\p{L}\p{N}*_`"“(]/u.test(paragraph))?.slice(0, 1500) ?? ''
}
