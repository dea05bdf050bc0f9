import { z } from 'zod'
import { OperationError } from '../../operations/errors.ts'
import { teamRef } from '../teams/team.ts'
import { type SkillFile, skillScopes } from './tables.ts'

export const maxFiles = 50
export const maxBytes = 512 * 1024
const longestPath = 200

/** Fields that inputs share. */
export const skillFields = {
  name: z.string().trim().min(1).max(120).describe('What people call it.'),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters, digits and single hyphens.')
    .max(64)
    .describe('Its name in addresses, unique in the organization.'),
  description: z.string().trim().max(2000).describe('What it is for, and when to use it.'),
  content: z.string().max(maxBytes).describe('The instructions, in markdown.'),
  files: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(longestPath).describe('Where it lies: scripts/check.sh.'),
        content: z.string().max(maxBytes).describe('Its text.'),
      }),
    )
    .max(maxFiles)
    .describe('What lies beside the instructions: texts, at most 50 and together at most 512 KiB.'),
  tags: z.array(z.string().trim().min(1).max(60)).max(30).describe('Words to find it by.'),
  scope: z.enum(skillScopes).describe('Who may use it: its owner, a team, or everybody.'),
  team: teamRef.describe('The team it belongs to: its slug or id. You are in it, or administer.'),
}

interface Texts {
  content: string
  files: SkillFile[]
}

/** Refuses what could not be written into a folder. `field` is where the files stand in the input. */
export function requireFolder({ content, files }: Texts, field = 'files'): void {
  const wrong = files.flatMap(({ path }, index) => {
    const reason = wrongPath(path)
    return reason ? [{ path: `${field}.${index}.path`, message: reason }] : []
  })
  if (wrong.length > 0) throw new OperationError('invalid_input', {}, wrong)
  const paths = new Set<string>()
  for (const [index, file] of files.entries()) {
    const path = file.path.toLowerCase()
    if (paths.has(path))
      refuseFile(`${field}.${index}.path`, 'Two files have this path. Capital letters make no difference.')
    paths.add(path)
  }
  for (const [index, file] of files.entries()) {
    const folders = file.path.toLowerCase().split('/').slice(0, -1)
    for (let depth = 1; depth <= folders.length; depth++)
      if (paths.has(folders.slice(0, depth).join('/')))
        refuseFile(`${field}.${index}.path`, 'It lies in a folder that is a file itself.')
  }
  const bytes = [content, ...files.flatMap((file) => [file.path, file.content])]
    .map((text) => Buffer.byteLength(text))
    .reduce((sum, each) => sum + each, 0)
  if (bytes > maxBytes) refuseFile(field, 'Instructions and files have together more than 512 KiB.')
}

/** Why a file cannot lie there; undefined if it can. */
export function wrongPath(path: string): string | undefined {
  if (path.length > longestPath) return `Must have at most ${longestPath} characters.`
  // oxlint-disable-next-line no-control-regex -- They have no place in the name of a file.
  if (/[\u0000-\u001f\u007f\\<>:"|?*]/.test(path)) return 'Has a character that not every system takes.'
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'Must be a path inside the folder: no "/" at its ends, no ".", no "..".'
  if (parts.some((part) => /[. ]$/.test(part))) return 'No part of it may end in a point or a space.'
  if (path.toLowerCase() === 'skill.md') return 'SKILL.md is made from the instructions.'
  return undefined
}

function refuseFile(path: string, message: string): never {
  throw new OperationError('invalid_input', {}, [{ path, message }])
}
