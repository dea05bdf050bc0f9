import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Collection } from './collection.ts'

/**
 * Returns the descriptions of Debian packages from this machine's mirror. They are public and written by thousands of
 * people. The summary line is the question, and the paragraphs below it are the text to find. Returns undefined without
 * apt.
 */
export function debianCollection({ texts, asked }: { texts: number; asked: number }): Collection | undefined {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-debian-'))
  try {
    const descriptions = sample(readDescriptions(folder), texts)
    return {
      name: `descriptions of ${texts} Debian packages`,
      documents: new Map(descriptions.map(({ name, long }) => [name, long])),
      questions: descriptions
        .slice(0, asked)
        .map(({ name, short }) => ({ answer: name, text: short, group: 'summaries' })),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

interface Description {
  name: string
  short: string
  long: string
}

/** Downloads the descriptions into separate lists, because containers often configure apt to skip them. */
function readDescriptions(folder: string): Description[] {
  fs.mkdirSync(path.join(folder, 'partial'))
  const options = [
    '-o',
    `Dir::State::Lists=${folder}`,
    '-o',
    'Acquire::Languages=en',
    '-o',
    'APT::Sandbox::User=root',
  ]
  execFileSync('apt-get', [...options, '-qq', 'update'], { stdio: 'ignore' })
  const file = fs.readdirSync(folder).find((name) => /debian_dists_\w+_main_i18n_Translation-en/.test(name))
  if (!file) throw new Error('apt has no descriptions of packages.')
  const helper = '/usr/lib/apt/apt-helper'
  const text = execFileSync(helper, ['cat-file', path.join(folder, file)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return text.split('\n\n').flatMap(describe)
}

function describe(paragraph: string): Description[] {
  const name = /^Package: (.+)$/m.exec(paragraph)?.[1]
  const [short, ...lines] = /^Description-en: ([^]+)$/m.exec(paragraph)?.[1]?.split('\n') ?? []
  const long = lines
    .map((line) => line.trim().replace(/^\.$/, ''))
    .join('\n')
    .trim()
  return name && short ? [{ name, short, long }] : []
}

/** Chooses a stable sample of a release: long descriptions, one for each family of packages. */
function sample(all: Description[], count: number): Description[] {
  const seen = new Set<string>()
  const sortKey = ({ name }: Description) => createHash('sha256').update(name).digest('hex')
  return all
    .filter(({ name, short, long }) => {
      const beginning = long.slice(0, 60)
      const fits = long.length > 200 && short.length > 25 && !/^lib|-(dev|doc|dbg|data|common)$/.test(name)
      if (!fits || seen.has(beginning) || seen.has(short)) return false
      seen.add(beginning).add(short)
      return true
    })
    .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    .slice(0, count)
}
