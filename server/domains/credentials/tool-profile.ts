import { z } from 'zod'
import { categories } from '../../doors/mcp/tools/tool-profiles.ts'

const words = ['full', 'core', ...categories]

/** A profile as an input has it that changes one. */
export const toolProfileField = z
  .string()
  .max(300)
  .transform((profile) => profile.replaceAll(' ', ''))
  .refine((profile) => profile.split(',').every((word) => words.includes(word)), {
    error: `Use ${words.slice(0, 2).join(', ')}, or some of these separated by commas: ${categories.join(', ')}.`,
  })
  .describe(`Which tools it is shown: full, core, or some of these with commas: ${categories.join(', ')}.`)

/** The same for a new token: all of them, unless somebody says otherwise. */
export const toolProfile = toolProfileField.default('full')
