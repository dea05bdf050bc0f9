import { z } from 'zod'
import { rejectField } from '../../../errors/errors.ts'
import type { CodeClaim } from '../../../operations/services.ts'
import { type EvidenceKind, codeKinds } from './kinds.ts'

const isCode = (kind: EvidenceKind): kind is CodeClaim['kind'] => codeKinds.some((each) => each === kind)

/** Input fields of evidence in a repository. */
export const codeFields = {
  commit: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{7,64}$/i, 'Use a commit id: 7 to 64 hexadecimal digits.')
    .optional()
    .describe('test_report, check_run: id of the commit that it ran on.'),
  branch: z
    .string()
    .trim()
    .max(250)
    .regex(/^(?![-/.])[^\s~^:?*[\\\p{Cc}]+(?<![/.])$/u, "This isn't a valid branch name.")
    .optional()
    .describe('Branch that must contain the commit. Default for a commit: the default branch.'),
  paths: z
    .array(z.string().trim().min(1).max(500))
    .max(20)
    .optional()
    .describe('commit: files or folders that it must change.'),
}

interface CodeFields {
  commit?: string | null | undefined
  branch?: string | null | undefined
  paths?: string[] | undefined
}

/** Rejects fields that the kind of evidence doesn't use. */
export function requireCodeFields(
  kind: EvidenceKind,
  { commit, branch, paths }: CodeFields,
  path: string,
): void {
  if (commit !== undefined && kind !== 'test_report' && kind !== 'check_run')
    rejectField(`${path}commit`, 'Only valid for a test_report and a check_run.')
  if (branch !== undefined && (!isCode(kind) || kind === 'pull_request'))
    rejectField(`${path}branch`, 'Only valid for a commit, a check_run and a test_report.')
  if (paths !== undefined && kind !== 'commit') rejectField(`${path}paths`, 'Only valid for a commit.')
}

/** Returns the claim that a repository can verify. A test report without a commit proves itself. */
export function claimOf({
  kind,
  reference,
  commit,
  branch,
  paths,
}: CodeFields & { kind: EvidenceKind; reference?: string | null | undefined }): CodeClaim | undefined {
  if (!isCode(kind) || (kind === 'test_report' && !commit)) return undefined
  return {
    kind,
    reference: reference ?? null,
    commit: commit ?? null,
    branch: branch ?? null,
    paths: paths ?? [],
  }
}
