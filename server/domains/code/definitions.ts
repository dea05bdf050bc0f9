/** Finds the name that a line defines: a function, class or heading. Undefined: none. */
export type FindDefinition = (line: string) => string | undefined

// Definitions start early in a line. A limit keeps the patterns fast on hostile lines.
const maxCheckedLength = 300

/** Returns the rules of the language that the file name indicates. Undefined: its lines define nothing known. */
export function definitionsFor(path: string): FindDefinition | undefined {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  const patterns = languages.find(({ extensions }) => extensions.includes(extension))?.patterns
  if (!patterns) return undefined
  return (line) => {
    const start = line.slice(0, maxCheckedLength)
    for (const pattern of patterns) {
      const name = pattern.exec(start)?.[1]
      if (name !== undefined && !keywords.has(name)) return name
    }
    return undefined
  }
}

/** Words before a parenthesis that define nothing. */
const keywords = new Set(
  'if else for foreach while do switch case catch try with return throw new await yield function using lock super sizeof when unless until'.split(
    ' ',
  ),
)

interface Language {
  extensions: string[]
  /** The first group of each pattern is the name. */
  patterns: RegExp[]
}

const languages: Language[] = [
  {
    extensions: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte'],
    patterns: [
      /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|interface|enum|namespace|type)\s+([\w$]+)/,
      /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function|class|\(|[\w$]+\s*=>)/,
      /^export\s+(?:const|let|var)\s+([\w$]+)/,
      // exports.name = …, Type.prototype.name = …, object.name = function
      /^(?:module\.)?exports\.([\w$]+)\s*=/,
      /^[\w$.]+\.prototype\.([\w$]+)\s*=/,
      /^[\w$]+(?:\.[\w$]+)*\.([\w$]+)\s*=\s*(?:async\s+)?function/,
      // Methods, at the first level of a class or object
      /^(?: {2,4}|\t)(?:(?:static|async|get|set|public|private|protected|readonly|override|abstract)\s+)*\*?\s?(#?[\w$]+)\s*(?:<[^>]*>)?\([^;]*\{\s*$/,
      /^(?: {2,4}|\t)([\w$]+)\s*[:=]\s*(?:async\s+)?(?:function\b|\([^)]*\)\s*=>\s*\{)/,
    ],
  },
  {
    extensions: ['py', 'pyi', 'pyx'],
    patterns: [/^\s*(?:async\s+)?(?:def|class)\s+(\w+)/],
  },
  { extensions: ['go'], patterns: [/^func\s+(?:\([^)]*\)\s*)?(\w+)/, /^type\s+(\w+)/] },
  {
    extensions: ['rs'],
    patterns: [
      /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|unsafe|const|extern\s+"\w+")\s+)*(?:fn|struct|enum|trait|mod|union|type)\s+(\w+)/,
      /^\s*(?:unsafe\s+)?impl(?:<[^>]*>)?\s+(?:[\w:<>,]+(?: [\w:<>,]+)* for )?(\w+)/,
      /^\s*macro_rules!\s+(\w+)/,
    ],
  },
  { extensions: ['rb', 'rake', 'cr'], patterns: [/^\s*(?:def|class|module)\s+(?:self\.)?([\w?!:=]+)/] },
  { extensions: ['ex', 'exs'], patterns: [/^\s*(?:defp?|defmodule|defmacrop?)\s+([\w.?!]+)/] },
  { extensions: ['lua'], patterns: [/^\s*(?:local\s+)?function\s+([\w.:]+)/] },
  {
    extensions: ['sh', 'bash', 'zsh', 'fish'],
    patterns: [/^\s*(?:function\s+)?([\w-]+)\s*\(\)\s*\{?/, /^\s*function\s+([\w-]+)/],
  },
  {
    extensions: ['sql'],
    patterns: [
      /^\s*create\s+(?:or\s+replace\s+)?(?:unique\s+|temp(?:orary)?\s+|materialized\s+)*(?:table|view|function|procedure|trigger|index|type|schema)\s+(?:if\s+not\s+exists\s+)?["`]?([\w.]+)/i,
      /^\s*alter\s+table\s+(?:only\s+)?["`]?([\w.]+)/i,
    ],
  },
  {
    extensions: ['java', 'kt', 'kts', 'cs', 'scala', 'swift', 'dart', 'php', 'groovy'],
    patterns: [
      /^\s*(?:[\w@]+\s+){0,6}(?:class|interface|enum|record|struct|object|trait|protocol|extension|namespace)\s+(\w+)/,
      /^\s*(?:[\w@]+\s+){0,6}(?:fun|func|function|def)\s+(?:<[^>]*>\s*)?(?:\w+\.)?(\w+)/,
      /^(?: {1,8}|\t{1,2})(?:(?:public|private|protected|internal|static|final|abstract|override|virtual|async|synchronized)\s+)+[\w<>[\],.?\s]{1,80}?\s(\w+)\s*\(/,
    ],
  },
  {
    extensions: ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'm', 'mm'],
    patterns: [
      /^(?:typedef\s+)?(?:class|struct|enum|union|namespace)\s+(\w+)(?!.*;)/,
      /^(?!\s|#|\/|\*|\}|typedef|return)[\w:*&<>,~ \t]{1,120}?[\s*&]([\w:~]+)\s*\([^;]*$/,
    ],
  },
  {
    extensions: ['proto', 'graphql', 'gql', 'prisma', 'tf', 'hcl'],
    patterns: [/^\s*(?:\w+)\s+"?(\w+)"?.*\{\s*$/],
  },
  { extensions: ['md', 'mdx', 'markdown'], patterns: [/^#{1,6}\s+(.{1,120})/] },
  { extensions: ['rst', 'adoc'], patterns: [/^=+\s+(.{1,120})/] },
]
