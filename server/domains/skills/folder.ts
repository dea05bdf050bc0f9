import { zipSync } from 'fflate'
import { reject } from '../../operations/errors.ts'
import { toSlug } from '../../platform/names.ts'
import { maxBytes, maxFiles, skillFields, wrongPath } from './fields.ts'
import { type FrontMatter, Unreadable, readSkillFile, writeSkillFile } from './front-matter.ts'
import type { AnySkillRow, SkillFile } from './tables.ts'
import { readZip, textOf } from './zip.ts'

/** A skill as a folder holds it. */
export interface FolderedSkill {
  slug: string
  name: string
  description: string
  tags: string[]
  content: string
  files: SkillFile[]
  frontMatter: FrontMatter
}

const skillFile = 'SKILL.md'

/** The folder of a skill, packed: `<slug>/SKILL.md` and what lies beside it. The same skill is always the same bytes. */
export function packSkill(skill: AnySkillRow): Uint8Array<ArrayBuffer> {
  const { slug, name, description, tags, front_matter, content } = skill
  const head: FrontMatter = {
    ...{ name: slug, ...(name !== slug && { title: name }), description },
    ...(tags.length > 0 && { tags }),
    ...front_matter,
  }
  const bytes = (text: string) => new TextEncoder().encode(text)
  const entries = skill.files.map((file) => [`${slug}/${file.path}`, bytes(file.content)] as const)
  const all = Object.fromEntries([[`${slug}/${skillFile}`, bytes(writeSkillFile(head, content))], ...entries])
  return new Uint8Array(zipSync(all, { mtime: new Date(1980, 0, 1) }))
}

/** Unpacks a zip with a skill in it. */
export function unpackSkill(zip: Uint8Array): FolderedSkill {
  return orRefused(() => {
    // What systems leave lying around counts here, and is left out afterwards.
    const entries = readZip(zip, { entries: maxFiles * 3, bytes: maxBytes * 2 })
    const wanted = entries.filter(({ path }) => !isLeftover(path))
    return readFolder(wanted.map(({ path, bytes }) => ({ path, content: textOf(bytes, `"${path}"`) })))
  })
}

/** The skill that these files are: SKILL.md is among them, at their top or in a folder that holds them all. */
export function readSkillFolder(files: SkillFile[]): FolderedSkill {
  return orRefused(() => readFolder(files.filter(({ path }) => !isLeftover(path))))
}

function orRefused(read: () => FolderedSkill): FolderedSkill {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) reject('not_a_skill', { reason: error.message })
    throw error
  }
}

function readFolder(given: SkillFile[]): FolderedSkill {
  const depth = (path: string) => path.split('/').length
  const found = given.filter(({ path }) => path.split('/').at(-1)!.toLowerCase() === skillFile.toLowerCase())
  const top = Math.min(...found.map(({ path }) => depth(path)))
  const [file, another] = found.filter(({ path }) => depth(path) === top)
  if (!file) throw new Unreadable(`there is no ${skillFile} in it.`)
  if (another) throw new Unreadable('there are several skills in it. Import them one by one.')
  const folder = file.path.slice(0, -skillFile.length)
  const beside = given.filter((each) => each !== file)
  const outside = beside.find(({ path }) => !path.startsWith(folder))
  if (outside) throw new Unreadable(`"${outside.path}" does not lie in the folder of ${file.path}.`)
  const files = beside.map(({ path, content }) => ({ path: path.slice(folder.length), content }))
  for (const { path } of files) {
    const reason = wrongPath(path)
    if (reason) throw new Unreadable(`"${path}": ${reason}`)
  }
  if (files.length > maxFiles) throw new Unreadable(`it has more than ${maxFiles} files.`)
  return { ...readHead(file), files }
}

function readHead({ path, content: text }: SkillFile): Omit<FolderedSkill, 'files'> {
  const { head, content } = readAt(path, text)
  const { name: given, title, description = '', tags = [], ...frontMatter } = head
  const called = one(path, 'name', given ?? '')
  const name = title === undefined ? called : one(path, 'title', title)
  const slug = toSlug(called)
  if (slug === '') throw new Unreadable(`${path} does not say its name.`)
  const words = typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : tags
  const skill = {
    ...{ slug, name, description: one(path, 'description', description).trim() },
    ...{ tags: words.filter((tag) => tag !== '') },
  }
  for (const [field, value] of Object.entries(skill)) {
    const parsed = skillFields[field as keyof typeof skill].safeParse(value)
    if (!parsed.success) throw new Unreadable(`${path}: ${field}: ${parsed.error.issues[0]!.message}`)
  }
  return { ...skill, content, frontMatter }
}

function readAt(path: string, text: string) {
  try {
    return readSkillFile(text)
  } catch (error) {
    if (error instanceof Unreadable) throw new Unreadable(`${path}: ${error.message}`)
    throw error
  }
}

function one(path: string, field: string, value: string | string[]): string {
  if (typeof value === 'string') return value
  throw new Unreadable(`${path}: ${field} is a list, and must be a text.`)
}

function isLeftover(path: string): boolean {
  return path.split('/').some((part) => part === '__MACOSX' || part === '.DS_Store')
}
