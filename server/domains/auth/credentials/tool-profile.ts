import { z } from 'zod'
import { categories } from '../../../operations/tool-profiles.ts'

const words = ['full', 'core', ...categories]

/** The input field for a tool profile. */
export const toolProfileField = z
  .string()
  .max(300)
  .transform((profile) => profile.replaceAll(' ', ''))
  .refine((profile) => profile.split(',').every((word) => words.includes(word)), {
    error: `Use ${words.slice(0, 2).join(', ')}, or a comma-separated list of ${categories.join(', ')}.`,
  })
  .describe(`Tools that it lists: full, core, or a comma-separated list of ${categories.join(', ')}.`)

/** The tool profile of a new token. Lists all tools by default. */
export const toolProfile = toolProfileField.default('full')
