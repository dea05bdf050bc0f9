import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'

/** The layers of the server, lowest first. A file imports only from its own layer and from lower ones. */
const layers = [
  'platform',
  'errors',
  'database',
  'backups',
  'operations',
  'email',
  'domains',
  'assembly',
  'doors',
  'start',
]

/**
 * Pairs of domains that import each other. Each connects two subjects that the product connects in both directions. A
 * new pair needs a reason that a function in a lower layer can't remove.
 */
const mutualDomains: Record<string, string> = {
  'activity agents': 'The feed filters by agent, and an agent shows its recent activity.',
  'agents auth': 'A token acts as an agent, and the tokens of a deleted agent are revoked.',
  'agents memory': "Memory belongs to an agent, and a deleted agent's memory and sessions end with it.",
  'auth organizations': 'A new account founds or joins an organization, and members are accounts.',
  'features knowledge': 'Specs count as evidence of a feature, and a changed spec is verified again.',
  'knowledge teams': 'A team shares skills, and its page lists them.',
  'projects teams': 'A project can belong to a team, and a team lists its projects.',
  'projects work': 'Work belongs to a project, and a project shows its tree and its counts.',
}

const maxMutualDomains = 8
const maxCycle = 8

interface Import {
  from: string
  to: string
}

const imports = readImports()

describe('the layers of the server', () => {
  it('import only downwards', () => {
    const upward = imports.filter(
      ({ from, to }) => layers.indexOf(layerOf(to)) > layers.indexOf(layerOf(from)),
    )
    assert.deepEqual(upward.map(described), [])
  })

  it('includes every folder', () => {
    const folders = fs.readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const unknown = folders.map(({ name }) => name).filter((name) => !layers.includes(name))
    assert.deepEqual(
      unknown.filter((name) => name !== 'node_modules'),
      [],
    )
  })
})

describe('the domains', () => {
  const edges = Map.groupBy(
    imports.filter(({ from, to }) => domainOf(from) && domainOf(to) && domainOf(from) !== domainOf(to)),
    ({ from, to }) => `${domainOf(from)} ${domainOf(to)}`,
  )

  it('import each other in both directions only in the listed pairs', () => {
    const mutual = [...edges.keys()].filter((edge) => edge < reversed(edge) && edges.has(reversed(edge)))
    const unlisted = mutual.filter((pair) => !(pair in mutualDomains))
    const details = unlisted.flatMap((pair) => [...edges.get(pair)!, ...edges.get(reversed(pair))!])
    assert.deepEqual(unlisted, [], details.map(described).join('\n'))
    const outdated = Object.keys(mutualDomains).filter((pair) => !mutual.includes(pair))
    assert.deepEqual(outdated, [], 'a listed pair is no longer mutual: remove it')
    assert.ok(Object.keys(mutualDomains).length <= maxMutualDomains)
  })

  it('form no large cycle', () => {
    const reachable = (domain: string) => {
      const found = new Set<string>()
      const follow = (from: string) => {
        for (const edge of edges.keys()) {
          const [start, end] = edge.split(' ') as [string, string]
          if (start !== from || found.has(end)) continue
          found.add(end)
          follow(end)
        }
      }
      follow(domain)
      return found
    }
    const domains = new Set([...edges.keys()].flatMap((edge) => edge.split(' ')))
    const targets = new Map([...domains].map((domain) => [domain, reachable(domain)]))
    for (const domain of domains) {
      const cycle = [...targets.get(domain)!].filter((other) => targets.get(other)!.has(domain))
      assert.ok(cycle.length <= maxCycle, cycle.join(', '))
    }
  })
})

function reversed(edge: string): string {
  return edge.split(' ').toReversed().join(' ')
}

function readImports(): Import[] {
  const files = fs
    .globSync('server/**/*.ts')
    .filter((file) => !file.includes('node_modules/') && !/(\.test|\/test-[\w-]+)\.ts$/.test(file))
  const pattern = /\b(?:from|import|import\()\s*'(\.{1,2}\/[^']+\.ts)'/g
  return files.flatMap((from) =>
    [...fs.readFileSync(from, 'utf8').matchAll(pattern)]
      .map(([, specifier]) => ({ from, to: path.join(path.dirname(from), specifier!) }))
      .filter(({ to }) => to.startsWith('server/')),
  )
}

function layerOf(file: string): string {
  const [, folder, rest] = file.split('/')
  if (rest !== undefined) return folder!
  return folder!.startsWith('config') ? 'platform' : 'start'
}

function domainOf(file: string): string | undefined {
  const [, layer, domain, rest] = file.split('/')
  return layer === 'domains' && rest !== undefined ? domain : undefined
}

function described({ from, to }: Import): string {
  return `${from} imports ${to}`
}
