import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Collection } from './collection.ts'

/**
 * The descriptions of Debian's packages, from the mirror that this machine uses: public, and written by thousands of
 * people. The line that says what a package is for is the question; the paragraphs below it, without that line, are the
 * text to be found. Undefined where there is no apt.
 */
export function debianCollection({ texts, asked }: { texts: number; asked: number }): Collection | undefined {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-debian-'))
  try {
    const descriptions = sample(readDescriptions(folder), texts)
    return {
      name: `descriptions of ${texts} Debian packages`,
      documents: new Map(descriptions.map(({ name, long }) => [name, long])),
      questions: descriptions.slice(0, asked).map(({ name, short }) => ({ answer: name, text: short })),
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

/** apt leaves them out where disk space is dear, so they are asked for, into lists of our own. */
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

/** Always the same ones of a release: one of each family, with enough to say. */
function sample(all: Description[], count: number): Description[] {
  const seen = new Set<string>()
  const place = ({ name }: Description) => createHash('sha256').update(name).digest('hex')
  return all
    .filter(({ name, short, long }) => {
      const beginning = long.slice(0, 60)
      const fits = long.length > 200 && short.length > 25 && !/^lib|-(dev|doc|dbg|data|common)$/.test(name)
      if (!fits || seen.has(beginning) || seen.has(short)) return false
      seen.add(beginning).add(short)
      return true
    })
    .toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
    .slice(0, count)
}
