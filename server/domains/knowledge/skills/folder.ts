import { zipSync } from 'fflate'
import { reject } from '../../../errors/errors.ts'
import { toSlug } from '../../../platform/names.ts'
import { maxBytes, maxFiles, skillFields, invalidPathReason } from './fields.ts'
import { type FrontMatter, UnreadableSkillError, readSkillFile, writeSkillFile } from './front-matter.ts'
import type { AnySkillRow, SkillFile } from './skill.ts'
import { readZip, textOf } from './zip.ts'

/** A skill as read from a folder. */
export interface SkillFolder {
  slug: string
  name: string
  description: string
  tags: string[]
  content: string
  files: SkillFile[]
  frontMatter: FrontMatter
}

const skillFile = 'SKILL.md'

/** Packs a skill's folder: `<slug>/SKILL.md` and its other files. The same skill always gives the same bytes. */
export function packSkill(skill: AnySkillRow): Uint8Array<ArrayBuffer> {
  const { slug, name, description, tags, front_matter, content } = skill
  const head: FrontMatter = {
    name: slug,
    ...(name !== slug && { title: name }),
    description,
    ...(tags.length > 0 && { tags }),
    ...front_matter,
  }
  const bytes = (text: string) => new TextEncoder().encode(text)
  const entries = skill.files.map((file) => [`${slug}/${file.path}`, bytes(file.content)] as const)
  const all = Object.fromEntries([[`${slug}/${skillFile}`, bytes(writeSkillFile(head, content))], ...entries])
  return new Uint8Array(zipSync(all, { mtime: new Date(1980, 0, 1) }))
}

/** Reads a skill from a zip. */
export function unpackSkill(zip: Uint8Array): SkillFolder {
  return rejectUnreadable(() => {
    // The limits are generous, because system leftovers count here and are filtered out afterwards.
    const entries = readZip(zip, { entries: maxFiles * 3, bytes: maxBytes * 2 })
    const relevant = entries.filter(({ path }) => !isLeftover(path))
    return readFolder(relevant.map(({ path, bytes }) => ({ path, content: textOf(bytes, `"${path}"`) })))
  })
}

/** Reads a skill from its files. SKILL.md must be at the top level, or in one folder that contains them all. */
export function readSkillFolder(files: SkillFile[]): SkillFolder {
  return rejectUnreadable(() => readFolder(files.filter(({ path }) => !isLeftover(path))))
}

function rejectUnreadable(read: () => SkillFolder): SkillFolder {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableSkillError) reject('not_a_skill', { reason: error.message })
    throw error
  }
}

function readFolder(all: SkillFile[]): SkillFolder {
  const depth = (path: string) => path.split('/').length
  const found = all.filter(({ path }) => path.split('/').at(-1)!.toLowerCase() === skillFile.toLowerCase())
  const top = Math.min(...found.map(({ path }) => depth(path)))
  const [file, another] = found.filter(({ path }) => depth(path) === top)
  if (!file) throw new UnreadableSkillError(`it has no ${skillFile}.`)
  if (another) throw new UnreadableSkillError('it contains several skills. Import them one by one.')
  const folder = file.path.slice(0, -skillFile.length)
  const others = all.filter((each) => each !== file)
  const outside = others.find(({ path }) => !path.startsWith(folder))
  if (outside) throw new UnreadableSkillError(`"${outside.path}" is outside the folder of ${file.path}.`)
  const files = others.map(({ path, content }) => ({ path: path.slice(folder.length), content }))
  for (const { path } of files) {
    const reason = invalidPathReason(path)
    if (reason) throw new UnreadableSkillError(`"${path}": ${reason}`)
  }
  if (files.length > maxFiles) throw new UnreadableSkillError(`it has more than ${maxFiles} files.`)
  return { ...readHead(file), files }
}

function readHead({ path, content: text }: SkillFile): Omit<SkillFolder, 'files'> {
  const { head, content } = readFileAt(path, text)
  const { name: given, title, description = '', tags = [], ...frontMatter } = head
  const ownName = requireText(path, 'name', given ?? '')
  const name = title === undefined ? ownName : requireText(path, 'title', title)
  const slug = toSlug(ownName)
  if (slug === '') throw new UnreadableSkillError(`${path} has no name.`)
  const tagList = typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : tags
  const skill = {
    slug,
    name,
    description: requireText(path, 'description', description).trim(),
    tags: tagList.filter((tag) => tag !== ''),
  }
  for (const [field, value] of Object.entries(skill)) {
    const parsed = skillFields[field as keyof typeof skill].safeParse(value)
    if (!parsed.success)
      throw new UnreadableSkillError(`${path}: ${field}: ${parsed.error.issues[0]!.message}`)
  }
  return { ...skill, content, frontMatter }
}

function readFileAt(path: string, text: string) {
  try {
    return readSkillFile(text)
  } catch (error) {
    if (error instanceof UnreadableSkillError) throw new UnreadableSkillError(`${path}: ${error.message}`)
    throw error
  }
}

function requireText(path: string, field: string, value: string | string[]): string {
  if (typeof value === 'string') return value
  throw new UnreadableSkillError(`${path}: ${field} must be a text, not a list.`)
}

/** Returns whether macOS added the file to the archive. */
function isLeftover(path: string): boolean {
  return path.split('/').some((part) => part === '__MACOSX' || part === '.DS_Store')
}
