import type { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import type { OnProject } from '../../projects/access.ts'
import { type SeenSpec, type Spec, fromSpecs, specFromRow, wholeSpec } from './spec.ts'

/** Reads a spec with its links again after a change. */
export async function readSpec(ctx: Context & OnProject, id: string): Promise<z.output<typeof Spec>> {
  const [row] = await ctx.db.run<SeenSpec>(sql`select ${wholeSpec} from ${fromSpecs} where s.id = ${id}`)
  return specFromRow(row!, ctx.project.right, ctx.caller)
}
