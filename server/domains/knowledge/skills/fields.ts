import { z } from 'zod'
import { OperationError } from '../../../errors/errors.ts'
import { teamRef } from '../../teams/team.ts'
import { type SkillFile, skillScopes } from './skill.ts'

export const maxFiles = 50
export const maxBytes = 512 * 1024
const maxPathLength = 200

/** Fields that inputs share. */
export const skillFields = {
  name: z.string().trim().min(1).max(120).describe('Display name.'),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters, digits and single hyphens.')
    .max(64)
    .describe('Name in URLs, unique in the organization.'),
  description: z.string().trim().max(2000).describe('Purpose, and when to use it.'),
  content: z.string().max(maxBytes).describe('Instructions in Markdown.'),
  files: z
    .array(
      z.strictObject({
        path: z
          .string()
          .min(1)
          .max(maxPathLength)
          .describe('Path within the skill folder: scripts/check.sh.'),
        content: z.string().max(maxBytes).describe('Text content.'),
      }),
    )
    .max(maxFiles)
    .describe('Text files besides the instructions. At most 50; 512 KiB in total with the instructions.'),
  tags: z.array(z.string().trim().min(1).max(60)).max(30).describe('Tags to find it by. At most 30.'),
  scope: z.enum(skillScopes).describe('Who can use it: its owner, a team or everyone.'),
  team: teamRef.describe('Slug or id of its team. You must be a member of the team, or an admin.'),
}

interface Texts {
  content: string
  files: SkillFile[]
}

/** Rejects files that can't be written to a folder. `field` is the input path of the files. */
export function requireFolder({ content, files }: Texts, field = 'files'): void {
  const wrong = files.flatMap(({ path }, index) => {
    const reason = invalidPathReason(path)
    return reason ? [{ path: `${field}.${index}.path`, message: reason }] : []
  })
  if (wrong.length > 0) throw new OperationError('invalid_input', {}, wrong)
  const paths = new Set<string>()
  for (const [index, file] of files.entries()) {
    const path = file.path.toLowerCase()
    if (paths.has(path))
      rejectFile(`${field}.${index}.path`, 'Two files have this path. Paths ignore upper and lower case.')
    paths.add(path)
  }
  for (const [index, file] of files.entries()) {
    const folders = file.path.toLowerCase().split('/').slice(0, -1)
    for (let depth = 1; depth <= folders.length; depth++)
      if (paths.has(folders.slice(0, depth).join('/')))
        rejectFile(`${field}.${index}.path`, 'One of its parent folders is a file.')
  }
  const bytes = [content, ...files.flatMap((file) => [file.path, file.content])]
    .map((text) => Buffer.byteLength(text))
    .reduce((sum, each) => sum + each, 0)
  if (bytes > maxBytes) rejectFile(field, 'Instructions and files exceed 512 KiB in total.')
}

/** Returns why a path is invalid, or undefined if it is valid. */
export function invalidPathReason(path: string): string | undefined {
  if (path.length > maxPathLength) return `Must have at most ${maxPathLength} characters.`
  // oxlint-disable-next-line no-control-regex -- File names must not contain control characters.
  if (/[\u0000-\u001f\u007f\\<>:"|?*]/.test(path))
    return 'Contains a character that some file systems reject.'
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'Must be a path inside the folder, without "." or ".." and without a leading or trailing "/".'
  if (parts.some((part) => /[. ]$/.test(part))) return 'No part of the path can end with a period or a space.'
  if (path.toLowerCase() === 'skill.md') return 'SKILL.md is generated from the instructions.'
  return undefined
}

function rejectFile(path: string, message: string): never {
  throw new OperationError('invalid_input', {}, [{ path, message }])
}
